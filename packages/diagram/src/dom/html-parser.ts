/** Markup into nodes, with the small part of HTML's rules that labels need. */
import type { Element } from "./element.js";
import { decodeEntities } from "./entities.js";
import {
  NAMESPACES,
  RAW_TEXT_ELEMENTS,
  SVG_ATTRIBUTE_CASE,
  SVG_ELEMENT_CASE,
  VOID_ELEMENTS,
} from "./names.js";
import { isElement } from "./node.js";
import type { ParentNode } from "./parent-node.js";

const TAG_PATTERN =
  /<(?:!--([\s\S]*?)(?:-->|$)|\/([a-zA-Z][^\s>/]*)[^>]*>|([a-zA-Z][^\s>/]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|[!?][^>]*>)/g;
const ATTRIBUTE_PATTERN = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const DOCUMENT_ELEMENTS = new Set(["html", "head", "body"]);
const MAX_DEPTH = 512;

/**
 * Parses markup into `target`. It covers what labels and Mermaid's own templates contain; it is no full
 * HTML parser, and it need not be: what is drawn passes a white list afterwards.
 */
export function parseMarkup(target: ParentNode, markup: string, context: Element | null): void {
  new MarkupParser(target, markup, context).run();
}

class MarkupParser {
  readonly #open: ParentNode[];
  readonly #tags = new RegExp(TAG_PATTERN);
  #position = 0;

  readonly #target: ParentNode;
  readonly #markup: string;
  readonly #context: Element | null;

  constructor(target: ParentNode, markup: string, context: Element | null) {
    this.#target = target;
    this.#markup = markup;
    this.#context = context;
    this.#open = [target];
  }

  get #current(): ParentNode {
    return this.#open.at(-1) ?? this.#target;
  }

  run(): void {
    for (let match = this.#tags.exec(this.#markup); match; match = this.#tags.exec(this.#markup)) {
      this.#text(this.#markup.slice(this.#position, match.index));
      this.#position = this.#tags.lastIndex;
      const [, comment, endTag, startTag, attributes = "", selfClosing] = match;
      if (comment !== undefined) this.#current.appendChild(this.#target.ownerDocument.createComment(comment));
      else if (endTag) this.#end(endTag.toLowerCase());
      else if (startTag) this.#start(startTag, attributes, selfClosing === "/");
    }
    this.#text(this.#markup.slice(this.#position));
  }

  #text(source: string): void {
    if (source) this.#current.appendChild(this.#target.ownerDocument.createTextNode(decodeEntities(source)));
  }

  #end(name: string): void {
    // As browsers do: a line break that somebody closes is one.
    if (name === "br") {
      this.#start(name, "", false);
      return;
    }
    for (let depth = this.#open.length - 1; depth > 0; depth -= 1) {
      const node = this.#open[depth];
      if (node && isElement(node) && node.localName.toLowerCase() === name) {
        this.#open.length = depth;
        return;
      }
    }
  }

  #start(writtenName: string, attributes: string, selfClosing: boolean): void {
    const name = writtenName.toLowerCase();
    if (DOCUMENT_ELEMENTS.has(name)) return;
    const namespace = this.#namespaceFor(name);
    const inHtml = namespace === NAMESPACES.html;
    if (
      inHtml &&
      (name === "p" || name === "li") &&
      isElement(this.#current) &&
      this.#current.localName === name
    )
      this.#open.pop();
    const local = namespace === NAMESPACES.svg ? (SVG_ELEMENT_CASE.get(name) ?? writtenName) : name;
    const element = this.#target.ownerDocument.createElementNS(namespace, local);
    this.#attributes(element, attributes);
    this.#current.appendChild(element);
    if (inHtml ? VOID_ELEMENTS.has(name) : selfClosing) return;
    if (RAW_TEXT_ELEMENTS.has(name) && (inHtml || name !== "title")) this.#rawText(element, name);
    else if (this.#open.length < MAX_DEPTH) this.#open.push(element.contentTarget);
  }

  #namespaceFor(name: string): string {
    if (name === "svg") return NAMESPACES.svg;
    if (name === "math") return NAMESPACES.mathml;
    const parent = this.#current === this.#target ? this.#context : this.#current;
    if (!parent || !isElement(parent) || parent.localName === "foreignObject") return NAMESPACES.html;
    return parent.namespaceURI;
  }

  #attributes(element: Element, source: string): void {
    if (!source) return;
    for (const [, written = "", quoted, single, bare] of source.matchAll(ATTRIBUTE_PATTERN)) {
      const lower = written.toLowerCase();
      const name = element.namespaceURI === NAMESPACES.svg ? (SVG_ATTRIBUTE_CASE.get(lower) ?? lower) : lower;
      if (!element.hasAttribute(name))
        element.setAttribute(name, decodeEntities(quoted ?? single ?? bare ?? ""));
    }
  }

  #rawText(element: Element, name: string): void {
    const end = this.#markup.toLowerCase().indexOf(`</${name}`, this.#position);
    const stop = end < 0 ? this.#markup.length : end;
    element.textContent = this.#markup.slice(this.#position, stop);
    const close = end < 0 ? -1 : this.#markup.indexOf(">", end);
    this.#position = close < 0 ? this.#markup.length : close + 1;
    this.#tags.lastIndex = this.#position;
  }
}
