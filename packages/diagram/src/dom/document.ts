/** Documents: they make nodes, count them, and find elements by their id. */
import { Comment, Text } from "./character-data.js";
import { DocumentFragment } from "./document-fragment.js";
import { Element } from "./element.js";
import { HTML_CLASSES, HTMLElement, MathMLElement, SVGElement } from "./html-elements.js";
import { NAMESPACES } from "./names.js";
import { Node, NODE_TYPE } from "./node.js";
import { NodeIterator } from "./node-iterator.js";
import { ParentNode } from "./parent-node.js";
import { toText } from "./to-text.js";

/** Thrown by a document when more elements are created than it allows. */
export class TooManyElements extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`the drawing needs more than ${limit} elements`);
    this.limit = limit;
    this.name = "TooManyElements";
  }
}

/** A document without scripting, network, timers or layout. */
export class Document extends ParentNode {
  readonly readyState = "complete";
  readonly compatMode = "CSS1Compat";
  readonly hidden = true;
  readonly location = {
    href: "about:blank",
    protocol: "about:",
    host: "",
    pathname: "blank",
    search: "",
    hash: "",
  };
  readonly fonts = { ready: Promise.resolve(), load: () => Promise.resolve([]) };
  readonly implementation = {
    createHTMLDocument: () => createHtmlDocument(),
    createDocument: () => createHtmlDocument(),
    hasFeature: () => true,
  };
  defaultView: object | null = null;
  #elementCount = 0;
  #elementLimit = Number.POSITIVE_INFINITY;

  constructor() {
    super(null, NODE_TYPE.document);
  }

  override get ownerDocument(): Document {
    return this;
  }

  protected name(): string {
    return "#document";
  }

  get documentElement(): Element | null {
    return this.firstElementChild;
  }

  get head(): Element | null {
    return this.#part("head");
  }

  get body(): Element | null {
    return this.#part("body");
  }

  #part(name: string): Element | null {
    for (let child = this.documentElement?.firstElementChild ?? null; child; child = child.nextElementSibling)
      if (child.localName === name) return child;
    return null;
  }

  cloneNode(): Document {
    return createHtmlDocument();
  }

  /** Starts a count of created elements that may not go past `limit`. */
  limitElements(limit: number): void {
    this.#elementCount = 0;
    this.#elementLimit = limit;
  }

  /** Called for every element made for this document. */
  countElement(): void {
    this.#elementCount += 1;
    if (this.#elementCount > this.#elementLimit) throw new TooManyElements(this.#elementLimit);
  }

  /** A node as it is, anything else as text. */
  nodeFrom(value: Node | string): Node {
    return value instanceof Node ? value : this.createTextNode(value);
  }

  createElement(name: string): Element {
    return this.createElementNS(NAMESPACES.html, toText(name).toLowerCase());
  }

  createElementNS(namespace: string | null, name: string): Element {
    if (namespace === NAMESPACES.svg) return new SVGElement(this, namespace, name);
    if (namespace === NAMESPACES.mathml) return new MathMLElement(this, namespace, name);
    if (namespace !== NAMESPACES.html) return new Element(this, namespace ?? "", name);
    const local = name.replace(/^.*:/, "");
    const HtmlClass = Object.hasOwn(HTML_CLASSES, local) ? (HTML_CLASSES[local] ?? HTMLElement) : HTMLElement;
    return new HtmlClass(this, namespace, local);
  }

  createTextNode(data: unknown): Text {
    return new Text(this, String(data));
  }

  createComment(data: unknown): Comment {
    return new Comment(this, String(data));
  }

  createDocumentFragment(): DocumentFragment {
    return new DocumentFragment(this);
  }

  importNode(node: Node, deep = false): Node {
    return node.cloneNode(deep);
  }

  createNodeIterator(root: Node, whatToShow?: number): NodeIterator {
    return new NodeIterator(root, whatToShow);
  }
}

/** A document with an empty html, head and body. */
export function createHtmlDocument(): Document {
  const document = new Document();
  const html = document.createElement("html");
  document.appendChild(html);
  html.append(document.createElement("head"), document.createElement("body"));
  return document;
}
