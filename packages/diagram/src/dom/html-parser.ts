import type { Element } from "./element.js";
import { decodeEntities } from "./entities.js";
import { namespaces, rawTextElements, svgAttributeCase, svgElementCase, voidElements } from "./names.js";
import { isElement } from "./node.js";
import type { ParentNode } from "./parent-node.js";

const tagPattern =
  /<(?:!--([\s\S]*?)(?:-->|$)|\/([a-zA-Z][^\s>/]*)[^>]*>|([a-zA-Z][^\s>/]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|[!?][^>]*>)/g;
const attributePattern = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const documentElements = new Set(["html", "head", "body"]);
const maxDepth = 512;

/**
 * Parses markup into `target`. It covers what labels and Mermaid's own templates contain; it is no full
 * HTML parser, and it need not be: what is drawn passes a white list afterwards.
 */
export function parseMarkup(target: ParentNode, markup: string, context: Element | null): void {
  new MarkupParser(target, markup, context).run();
}

class MarkupParser {
  private readonly open: ParentNode[];
  private readonly tags = new RegExp(tagPattern);
  private position = 0;

  constructor(
    private readonly target: ParentNode,
    private readonly markup: string,
    private readonly context: Element | null,
  ) {
    this.open = [target];
  }

  private get current(): ParentNode {
    return this.open.at(-1) ?? this.target;
  }

  run(): void {
    for (let match = this.tags.exec(this.markup); match; match = this.tags.exec(this.markup)) {
      this.text(this.markup.slice(this.position, match.index));
      this.position = this.tags.lastIndex;
      const [, comment, endTag, startTag, attributes = "", selfClosing] = match;
      if (comment !== undefined) this.current.appendChild(this.target.ownerDocument.createComment(comment));
      else if (endTag) this.end(endTag.toLowerCase());
      else if (startTag) this.start(startTag, attributes, selfClosing === "/");
    }
    this.text(this.markup.slice(this.position));
  }

  private text(source: string): void {
    if (source) this.current.appendChild(this.target.ownerDocument.createTextNode(decodeEntities(source)));
  }

  private end(name: string): void {
    for (let depth = this.open.length - 1; depth > 0; depth--) {
      const node = this.open[depth];
      if (node && isElement(node) && node.localName.toLowerCase() === name) {
        this.open.length = depth;
        return;
      }
    }
  }

  private start(writtenName: string, attributes: string, selfClosing: boolean): void {
    const name = writtenName.toLowerCase();
    if (documentElements.has(name)) return;
    const namespace = this.namespaceFor(name);
    const inHtml = namespace === namespaces.html;
    if (
      inHtml &&
      (name === "p" || name === "li") &&
      isElement(this.current) &&
      this.current.localName === name
    )
      this.open.pop();
    const local = namespace === namespaces.svg ? (svgElementCase.get(name) ?? writtenName) : name;
    const element = this.target.ownerDocument.createElementNS(namespace, local);
    this.attributes(element, attributes);
    this.current.appendChild(element);
    if (inHtml ? voidElements.has(name) : selfClosing) return;
    if (rawTextElements.has(name) && (inHtml || name !== "title")) this.rawText(element, name);
    else if (this.open.length < maxDepth) this.open.push(element.contentTarget);
  }

  private namespaceFor(name: string): string {
    if (name === "svg") return namespaces.svg;
    if (name === "math") return namespaces.mathml;
    const parent = this.current === this.target ? this.context : this.current;
    if (!parent || !isElement(parent) || parent.localName === "foreignObject") return namespaces.html;
    return parent.namespaceURI;
  }

  private attributes(element: Element, source: string): void {
    for (const [, written = "", quoted, single, bare] of source.matchAll(attributePattern)) {
      const lower = written.toLowerCase();
      const name = element.namespaceURI === namespaces.svg ? (svgAttributeCase.get(lower) ?? lower) : lower;
      if (!element.hasAttribute(name))
        element.setAttribute(name, decodeEntities(quoted ?? single ?? bare ?? ""));
    }
  }

  private rawText(element: Element, name: string): void {
    const end = this.markup.toLowerCase().indexOf(`</${name}`, this.position);
    const stop = end < 0 ? this.markup.length : end;
    element.textContent = this.markup.slice(this.position, stop);
    const close = end < 0 ? -1 : this.markup.indexOf(">", end);
    this.position = close < 0 ? this.markup.length : close + 1;
    this.tags.lastIndex = this.position;
  }
}
