/** The style attribute as an object. */
import { formatDeclarations, parseDeclarations, type Declaration } from "./declarations.js";
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

class StyleAttribute {
  readonly #holder: StyleHolder;

  constructor(holder: StyleHolder) {
    this.#holder = holder;
  }

  #read(): Map<string, Declaration> {
    return new Map(parseDeclarations(this.cssText, false).map((one) => [one.name, one]));
  }

  #write(declarations: Map<string, Declaration>): void {
    if (declarations.size === 0) this.#holder.removeAttribute("style");
    else this.#holder.setAttribute("style", formatDeclarations([...declarations.values()]));
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
    const declarations = this.#read();
    const text = toText(value);
    if (text === "") declarations.delete(name);
    else declarations.set(name, { name, value: text, important: priority === "important" });
    this.#write(declarations);
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

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The style view of `holder`, reading and writing its `style` attribute. */
export function createInlineStyle(holder: StyleHolder): InlineStyle {
  const handler: ProxyHandler<StyleAttribute> = {
    get(target, key) {
      if (typeof key === "symbol" || key in target) {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return target.getPropertyValue(kebab(key));
    },
    set(target, key, value) {
      if (key === "cssText") target.cssText = String(value);
      else target.setProperty(kebab(String(key)), value);
      return true;
    },
  };
  // The proxy answers every property name, which no type of its target can say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Proxy(new StyleAttribute(holder), handler) as StyleAttribute & InlineStyle;
}
