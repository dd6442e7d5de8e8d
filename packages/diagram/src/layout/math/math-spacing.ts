/** The space around the operators of a formula. */
import { toPixels } from "../../css/length.js";
import type { Element } from "../../dom/element.js";
import { type OperatorForm, type OperatorSpace, operatorSpace } from "./operators.js";

const APPLY_FUNCTION = "\u2061";
const INVISIBLE = /^[\u2061-\u2064\u200b]*$/;
const THIN = 3 / 18;
const NONE: OperatorSpace = { before: 0, after: 0 };

/** Whether a token has nothing to show. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text);

/** The text of an operator, also when it is the base of limits or scripts; null for anything else. */
export function operatorOf(element: Element | undefined): string | null {
  if (element?.localName === "mo") return element.textContent.trim();
  const isScripted = element && /^m(?:under|over|underover|sub|sup|subsup)$/.test(element.localName);
  return isScripted ? operatorOf(element.children[0]) : null;
}

/** The space in ems around the child of a row. */
export function spaceAround(row: readonly Element[], index: number): OperatorSpace {
  const element = row[index];
  const operator = operatorOf(element);
  if (operator === APPLY_FUNCTION) return { before: 0, after: isOperand(row[index + 1]) ? THIN : 0 };
  if (operator === null) {
    // The name of a function stands off from a factor before it; a browser writes "nlogn".
    const isFunction = row[index + 1]?.textContent === APPLY_FUNCTION;
    return { before: isFunction && isOperand(row[index - 1]) ? THIN : 0, after: 0 };
  }
  if (!element || isInvisible(operator)) return NONE;
  const { before, after } = operatorSpace(operator, formOf(index, row.length));
  return { before: written(element, "lspace") ?? before, after: written(element, "rspace") ?? after };
}

const isOperand = (element: Element | undefined): boolean =>
  element !== undefined && operatorOf(element) === null;

function written(element: Element, name: string): number | null {
  const value = element.getAttribute(name);
  return value === null ? null : toPixels(value, 1);
}

function formOf(index: number, count: number): OperatorForm {
  if (count === 1) return "infix";
  return index === 0 ? "prefix" : index === count - 1 ? "postfix" : "infix";
}
