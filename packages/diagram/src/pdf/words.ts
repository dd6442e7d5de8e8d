/** The words of a drawing, laid unseen over its outlines, so that they can be searched for and copied. */
import { IDENTITY, type Matrix, multiply } from "../layout/matrix.js";
import { leftwardStretches } from "../text/leftward.js";
import { transformOf } from "./boxes.js";
import { matrixNumbers } from "./operators.js";
import { numberOf, type Outline } from "./outlines.js";
import type { UnseenLetters } from "./unseen-letters.js";

/** What is drawn elsewhere, or is a picture of its own. */
const ELSEWHERE = new Set(["clipPath", "defs", "marker", "mask", "pattern", "svg", "symbol"]);
const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const USUAL_SIZE = 16;

/** The operators for all words of a drawing that has them still as text. */
export function wordOperators({ children }: Outline, letters: UnseenLetters): string {
  const words = wordsIn(children, IDENTITY, letters);
  return words && `BT\n${words}ET\n`;
}

function wordsIn(elements: readonly Outline[], around: Matrix, letters: UnseenLetters): string {
  let words = "";
  for (const element of elements) {
    if (ELSEWHERE.has(element.name)) continue;
    const matrix = multiply(around, transformOf(element));
    if (element.name !== "text") {
      words += wordsIn(element.children, matrix, letters);
      continue;
    }
    const place = multiply(matrix, [1, 0, 0, -1, numberOf(element, "x", 0), numberOf(element, "y", 0)]);
    words += `${matrixNumbers(place)} Tm\n${letters.write(asSeen(textOf(element)), sizeOf(element))}`;
  }
  return words;
}

const sizeOf = ({ attributes }: Outline): number =>
  Number(/font-size:([\d.]+)px/.exec(attributes.get("style") ?? "")?.[1] ?? USUAL_SIZE);

const textOf = ({ markup }: Outline): string =>
  markup.replaceAll(/<[^>]*>/g, "").replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? " ");

const reversed = (text: string): string => Array.from(text).toReversed().join("");

/** Text from left to right, as it is seen: viewers turn the words of such scripts round again. */
function asSeen(text: string): string {
  let seen = "";
  let at = 0;
  for (const { start, end } of leftwardStretches(text)) {
    const turned = reversed(text.slice(start, end)).replaceAll(/\d+(?:[.,:]\d+)*/g, reversed);
    seen += text.slice(at, start) + turned;
    at = end;
  }
  return seen + text.slice(at);
}
