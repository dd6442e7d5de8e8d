/** The style attribute as an object. */
import {
  formatDeclarations,
  isInvalidAttribute,
  parseDeclarations,
  type Declaration,
} from "./declarations.js";
import { splitTopLevel } from "./split.js";
import { toText } from "./to-text.js";

/** What carries a `style` attribute: an element, or a rule of a style sheet. */
export interface StyleHolder {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

/** The `style` view of a holder: methods by name, every other key is a CSS property in camel case. */
export interface InlineStyle {
  cssText: string;
  readonly length: number;
  getPropertyValue(name: string): string;
  setProperty(name: string, value: unknown, priority?: string): void;
  removeProperty(name: string): string;
  item(index: number): string;
  [property: string]: unknown;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Answers for every name that is no method: it is a CSS property. Behind the methods, so that those are plain calls. */
const PROPERTIES: object = new Proxy(
  {},
  {
    get: (target, key, style: StyleAttribute) =>
      typeof key === "symbol" || key in target
        ? Reflect.get(target, key, style)
        : style.getPropertyValue(kebab(key)),
    set(_target, key, value, style: StyleAttribute) {
      style.setProperty(kebab(String(key)), value);
      return true;
    },
  },
);

/** A name and a value that are read as they were written. */
const PLAIN_NAME = /^[a-z-]+$/;
const PLAIN_VALUE = /^(?:[-#.\w]*[\w%]|\w+\([-\w#.,% ]*\))$/;

class StyleAttribute {
  readonly #holder: StyleHolder;
  /** What was read or written last, and what it says: scripts set one property after the other. */
  #text: string | null = null;
  #declarations = new Map<string, Declaration>();

  constructor(holder: StyleHolder) {
    this.#holder = holder;
  }

  #read(): Map<string, Declaration> {
    const text = this.cssText;
    if (text !== this.#text) {
      this.#declarations = new Map();
      for (const one of parseDeclarations(text, false)) this.#declarations.set(one.name, one);
      this.#text = text;
    }
    return this.#declarations;
  }

  #write(declarations: Map<string, Declaration>): void {
    this.#text = null;
    if (declarations.size === 0) this.#holder.removeAttribute("style");
    else this.#holder.setAttribute("style", formatDeclarations(declarations.values()));
  }

  get cssText(): string {
    return this.#holder.getAttribute("style") ?? "";
  }

  set cssText(value: string) {
    this.#holder.setAttribute("style", value);
  }

  get length(): number {
    return this.#read().size;
  }

  getPropertyValue(name: string): string {
    return this.#read().get(name)?.value ?? "";
  }

  setProperty(name: string, value: unknown, priority = ""): void {
    const text = toText(value);
    // Mermaid's usual families for sequence diagrams end in a semicolon, which is no part of a value.
    if (text.includes(";") && splitTopLevel(text, ";").length > 1) return;
    const declarations = this.#read();
    if (text === "") declarations.delete(name);
    else declarations.set(name, { name, value: text, important: priority === "important" });
    this.#write(declarations);
    if (PLAIN_NAME.test(name) && PLAIN_VALUE.test(text) && !isInvalidAttribute(name, text))
      this.#text = this.cssText;
  }

  removeProperty(name: string): string {
    const declarations = this.#read();
    const old = declarations.get(name)?.value ?? "";
    if (declarations.delete(name)) this.#write(declarations);
    return old;
  }

  item(index: number): string {
    return [...this.#read().keys()][index] ?? "";
  }
}

Object.setPrototypeOf(StyleAttribute.prototype, PROPERTIES);

/** The style view of `holder`, reading and writing its `style` attribute. */
export function createInlineStyle(holder: StyleHolder): InlineStyle {
  // It answers every property name, which no type of a class can say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new StyleAttribute(holder) as StyleAttribute & InlineStyle;
}
