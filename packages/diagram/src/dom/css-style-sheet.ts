/** Constructed style sheets, as far as Mermaid uses them. */
import { formatDeclarations, parseDeclarations } from "./declarations.js";
import { createInlineStyle, type InlineStyle, type StyleHolder } from "./inline-style.js";
import { ruleBlocks } from "./rule-blocks.js";
import { toText } from "./to-text.js";

class StyleRule implements StyleHolder {
  readonly type = 1;
  readonly style: InlineStyle = createInlineStyle(this);

  readonly selectorText: string;
  #body: string;

  constructor(selectorText: string, body: string) {
    this.selectorText = selectorText;
    this.#body = body;
  }

  getAttribute(): string {
    return this.#body;
  }

  setAttribute(_name: string, value: string): void {
    this.#body = value;
  }

  removeAttribute(): void {
    this.#body = "";
  }

  get cssText(): string {
    return `${this.selectorText} { ${this.#body} }`;
  }
}

/** A constructed style sheet; Mermaid uses one to check and rewrite the style rules of a diagram. */
export class CSSStyleSheet {
  cssRules: StyleRule[] = [];

  insertRule(source: string, index = 0): number {
    const text = toText(source);
    const open = text.indexOf("{");
    const close = text.lastIndexOf("}");
    const malformed =
      open < 0 || close < open || /[{}]/.test(text.slice(open + 1, close)) || text.includes("</");
    if (malformed && !text.trim().startsWith("@")) throw new SyntaxError("The rule could not be parsed");
    const selector = text.slice(0, open).trim();
    const written = text.slice(open + 1, close);
    // What is inside of an at-rule is not for everything.
    const body = selector.startsWith("@") ? written : formatDeclarations(parseDeclarations(written));
    this.cssRules.splice(index, 0, new StyleRule(selector, body));
    return index;
  }

  replaceSync(source: string): void {
    this.cssRules = [];
    for (const { prelude, body } of ruleBlocks(toText(source).replace(/\/\*[\s\S]*?\*\//g, ""))) {
      // Rules inside of rules are left as they are: what compiles the sheet knows them.
      if (body.includes("{") && !body.includes("</")) {
        this.cssRules.push(new StyleRule(prelude, body));
        continue;
      }
      try {
        this.insertRule(`${prelude} { ${body} }`, this.cssRules.length);
      } catch {
        // A browser drops a rule that it cannot read and goes on.
      }
    }
  }

  replace(source: string): Promise<this> {
    this.replaceSync(source);
    return Promise.resolve(this);
  }
}
