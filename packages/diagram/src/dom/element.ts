/** Elements: attributes, the views of them that scripts use, and markup in and out. */
import { compileSelector, matchesAny } from "./selector.js";
import type { KnownClasses } from "./classes-around.js";
import { ClassList } from "./class-list.js";
import type { Document } from "./document.js";
import { parseMarkup } from "./html-parser.js";
import { createInlineStyle, type InlineStyle } from "./inline-style.js";
import { NAMESPACES, RAW_TEXT_ELEMENTS } from "./names.js";
import { changes, isElement, type Node, NODE_TYPE } from "./node.js";
import { ParentNode } from "./parent-node.js";
import { serialize, serializeChildren } from "./serialize.js";
import { toText } from "./to-text.js";

/** One attribute as the DOM shows it. */
export interface Attribute {
  readonly name: string;
  readonly localName: string;
  readonly value: string;
  readonly namespaceURI: string | null;
}

/** The live-looking list of attributes; DOMPurify checks that it is of this class. */
export class NamedNodeMap extends Array<Attribute> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  item(index: number): Attribute | null {
    return this[index] ?? null;
  }

  getNamedItem(name: string): Attribute | null {
    return this.find((attribute) => attribute.name === name) ?? null;
  }
}

/** Attributes of SVG that say where an element is and how large, and nothing of its style. */
const PLACES = new Set(
  "transform d points x y x1 y1 x2 y2 cx cy r rx ry width height dx dy data-points".split(" "),
);

/** An element of any namespace. */
export class Element extends ParentNode {
  declare readonly prefix: string | null;
  declare readonly localName: string;
  declare readonly attributeMap: Map<string, string>;
  /** Grows with every change of an attribute, so that what was computed from them can be kept until then. */
  declare attributeVersion: number;
  /** Grows with every change of an attribute that may say how the element looks, and not only where it is. */
  declare styleVersion: number;
  /** What the reader of styles knows of this element; nobody else looks at it. */
  declare keptStyle: object | null;
  /** What the layout of labels knows of this element; nobody else looks at it. */
  declare keptLabel: object | null;
  declare keptClasses: KnownClasses | null;
  declare styleView: InlineStyle | null;
  declare classView: ClassList | null;

  declare readonly namespaceURI: string;

  constructor(document: Document, namespaceURI: string, qualifiedName: string) {
    super(document, NODE_TYPE.element);
    this.attributeMap = new Map();
    this.attributeVersion = 0;
    this.styleVersion = 0;
    this.keptStyle = null;
    this.keptLabel = null;
    this.keptClasses = null;
    this.styleView = null;
    this.classView = null;
    this.namespaceURI = namespaceURI;
    document.countElement();
    const colon = qualifiedName.indexOf(":");
    this.prefix = colon > 0 ? qualifiedName.slice(0, colon) : null;
    this.localName = colon > 0 ? qualifiedName.slice(colon + 1) : qualifiedName;
  }

  get tagName(): string {
    return this.namespaceURI === NAMESPACES.html ? this.localName.toUpperCase() : this.localName;
  }

  protected name(): string {
    return this.tagName;
  }

  getAttribute(name: string): string | null {
    return this.attributeMap.get(name) ?? null;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributeMap.set(name, String(value));
    changes.count += 1;
    this.attributeVersion += 1;
    if (this.namespaceURI !== NAMESPACES.svg || !PLACES.has(name)) this.styleVersion += 1;
  }

  removeAttribute(name: string): void {
    if (!this.attributeMap.has(name)) return;
    // Noted as any other change is.
    this.setAttribute(name, "");
    this.attributeMap.delete(name);
  }

  hasAttribute(name: string): boolean {
    return this.attributeMap.has(name);
  }

  getAttributeNS(namespace: string | null, name: string): string | null {
    return this.getAttribute(qualify(namespace, name));
  }

  setAttributeNS(namespace: string | null, name: string, value: unknown): void {
    this.setAttribute(qualify(namespace, name), value);
  }

  removeAttributeNS(namespace: string | null, name: string): void {
    this.removeAttribute(qualify(namespace, name));
  }

  getAttributeNode(name: string): Attribute | null {
    return this.attributes.getNamedItem(name);
  }

  removeAttributeNode(attribute: Attribute): Attribute {
    this.removeAttribute(attribute.name);
    return attribute;
  }

  get attributes(): NamedNodeMap {
    const list = new NamedNodeMap();
    for (const [name, value] of this.attributeMap) {
      const namespaceURI = name.startsWith("xlink:") ? NAMESPACES.xlink : null;
      list.push({ name, localName: name.replace(/^\w+:/, ""), value, namespaceURI });
    }
    return list;
  }

  get id(): string {
    return this.getAttribute("id") ?? "";
  }

  set id(value: string) {
    this.setAttribute("id", value);
  }

  get className(): string {
    return this.getAttribute("class") ?? "";
  }

  set className(value: string) {
    this.setAttribute("class", value);
  }

  get href(): string {
    return this.getAttribute("href") ?? "";
  }

  set href(value: string) {
    this.setAttribute("href", value);
  }

  get title(): string {
    return this.getAttribute("title") ?? "";
  }

  set title(value: string) {
    this.setAttribute("title", value);
  }

  get classList(): ClassList {
    return (this.classView ??= new ClassList(this));
  }

  get style(): InlineStyle {
    return (this.styleView ??= createInlineStyle(this));
  }

  set style(value: InlineStyle | string) {
    this.setAttribute("style", value);
  }

  matches(source: string): boolean {
    return matchesAny(this, compileSelector(source), null);
  }

  closest(source: string): Element | null {
    if (this.matches(source)) return this;
    return this.parentElement?.closest(source) ?? null;
  }

  get nextElementSibling(): Element | null {
    for (let node = this.next; node; node = node.next) if (isElement(node)) return node;
    return null;
  }

  get previousElementSibling(): Element | null {
    for (let node = this.previous; node; node = node.previous) if (isElement(node)) return node;
    return null;
  }

  get ownerSVGElement(): Element | null {
    for (let node: Node | null = this.parent; isElement(node); node = node.parent)
      if (node.localName === "svg") return node;
    return null;
  }

  cloneNode(deep = false): Element {
    const name = this.prefix ? `${this.prefix}:${this.localName}` : this.localName;
    const copy = this.ownerDocument.createElementNS(this.namespaceURI, name);
    for (const [key, value] of this.attributeMap) copy.attributeMap.set(key, value);
    if (deep) for (let child = this.first; child; child = child.next) copy.appendChild(child.cloneNode(true));
    return copy;
  }

  /** Where markup assigned to this element goes: its own children, or a template's content. */
  get contentTarget(): ParentNode {
    return this;
  }

  get innerHTML(): string {
    return serializeChildren(this.contentTarget);
  }

  set innerHTML(markup: string) {
    this.replaceChildren();
    const source = toText(markup);
    if (RAW_TEXT_ELEMENTS.has(this.localName)) this.textContent = source;
    else parseMarkup(this.contentTarget, source, this);
  }

  get outerHTML(): string {
    return serialize(this);
  }

  set outerHTML(markup: string) {
    this.insertAdjacentHTML("beforebegin", markup);
    this.remove();
  }

  insertAdjacentHTML(position: string, markup: string): void {
    const fragment = this.ownerDocument.createDocumentFragment();
    parseMarkup(fragment, markup, this);
    this.insertAdjacentElement(position, fragment);
  }

  insertAdjacentElement<T extends Node>(position: string, node: T): T {
    if (position === "beforebegin") this.parentNode?.insertBefore(node, this);
    else if (position === "afterbegin") this.insertBefore(node, this.firstChild);
    else if (position === "beforeend") this.appendChild(node);
    else this.parentNode?.insertBefore(node, this.nextSibling);
    return node;
  }

  blur(): void {}
  click(): void {}
}

function qualify(namespace: string | null, name: string): string {
  return namespace === NAMESPACES.xlink && !name.includes(":") ? `xlink:${name}` : name;
}
