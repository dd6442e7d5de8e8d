/** The window that Mermaid finds: our document, our measuring, and nothing that could reach out. */
import { parseColor } from "../css/color.js";
import { Comment, Text } from "../dom/character-data.js";
import { CSSStyleSheet } from "../dom/css-style-sheet.js";
import { createHtmlDocument, Document } from "../dom/document.js";
import { DocumentFragment } from "../dom/document-fragment.js";
import { Element, NamedNodeMap } from "../dom/element.js";
import * as elements from "../dom/html-elements.js";
import { parseMarkup } from "../dom/html-parser.js";
import { Node } from "../dom/node.js";
import { NodeFilter } from "../dom/node-iterator.js";
import { serialize } from "../dom/serialize.js";
import { toText } from "../dom/to-text.js";
import type { Measuring } from "../layout/measuring.js";
import { addMeasuring } from "./element-measuring.js";

class DOMParser {
  parseFromString(markup: string): Document {
    const document = createHtmlDocument();
    if (document.body) parseMarkup(document.body, toText(markup), null);
    return document;
  }
}

class XMLSerializer {
  serializeToString(node: Node): string {
    return serialize(node);
  }
}

class Observer {
  observe(): void {}
  disconnect(): void {}
}

const escapeIdentifier = (text: string): string =>
  toText(text)
    .replace(/[^\w\u0080-\uffff-]/g, (char) => `\\${char}`)
    .replace(
      /^(-?)(\d)/,
      (_, dash: string, digit: string) => `${dash}\\${digit.charCodeAt(0).toString(16)} `,
    );

const CSS = {
  supports: (property: string, value: string) => property !== "color" || parseColor(toText(value)) !== null,
  escape: escapeIdentifier,
};

const MEDIA_QUERY = { matches: false, addListener() {}, addEventListener() {} };

/**
 * A window for Mermaid: our document and measuring, the names of the DOM, and nothing that could reach out.
 * It inherits the language's own globals, because elkjs reads `window.Map`.
 */
export function createWindow(measuring: Measuring): { window: object; document: Document } {
  const document = createHtmlDocument();
  const { width, height } = measuring.page;
  addMeasuring(measuring);
  const window: object = Object.create(globalThis);
  const properties: Record<string, unknown> = {
    ...elements,
    // Every SVG element of ours can be drawn.
    SVGGraphicsElement: elements.SVGElement,
    document,
    Node,
    Element,
    Text,
    Comment,
    Document,
    DocumentFragment,
    NamedNodeMap,
    NodeFilter,
    DOMParser,
    XMLSerializer,
    CSSStyleSheet,
    CSS: CSS,
    location: document.location,
    navigator: { userAgent: "", platform: "", language: "en" },
    innerWidth: width,
    innerHeight: height,
    devicePixelRatio: 1,
    screen: { width, height, availWidth: width, availHeight: height },
    matchMedia: () => MEDIA_QUERY,
    getComputedStyle: (element: Element) => computedStyleView(measuring, element),
    // Cytoscape would paint in a loop for ever.
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => true,
    Option: constructorOf(document, "option"),
    Image: constructorOf(document, "img"),
    MutationObserver: Observer,
    ResizeObserver: Observer,
    window,
    self: window,
    globalThis: window,
  };
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(window, name, { value, configurable: true, writable: true, enumerable: true });
  document.defaultView = window;
  return { window, document };
}

/** A constructor, as in `new Image()`, that makes an element. */
function constructorOf(document: Document, name: string): () => Element {
  return function make() {
    return document.createElement(name);
  };
}

const GLOBAL_NAMES =
  "document CSS CSSStyleSheet Comment DOMParser DocumentFragment Element HTMLAnchorElement HTMLElement HTMLFormElement HTMLTemplateElement Image NamedNodeMap Node NodeFilter Option SVGElement SVGGraphicsElement Text XMLSerializer getComputedStyle screen".split(
    " ",
  );

/** Ways out of the thread that no diagram needs. */
const WITHDRAWN = ["fetch", "WebSocket", "EventSource", "BroadcastChannel", "Worker", "SharedWorker"];

/** Takes Node's ways out away; it puts some back when a process starts from an image. */
export function withdrawGlobals(): void {
  for (const name of WITHDRAWN) Reflect.deleteProperty(globalThis, name);
}

/** Makes the window's names global: only ever in a thread or a process of our own. */
export function installGlobals(window: object): void {
  withdrawGlobals();
  for (const name of ["window", ...GLOBAL_NAMES]) {
    const value: unknown = Reflect.get(window, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

function computedStyleView(measuring: Measuring, element: Element): object {
  const style = measuring.style(element);
  const view: Record<string, string> = {
    fontSize: `${style.fontSize}px`,
    fontWeight: style.bold ? "700" : "400",
    fontStyle: style.italic ? "italic" : "normal",
    fontFamily: "sans-serif",
    textAnchor: style.textAnchor,
    display: style.display,
    color: style.color,
    lineHeight: style.lineHeight ? `${style.lineHeight * style.fontSize}px` : "normal",
  };
  const getPropertyValue = (name: string): string => {
    const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (Object.hasOwn(view, camel)) return view[camel] ?? "";
    return /^(?:padding|border|margin|width|height|top|left)/.test(name) ? "0px" : "";
  };
  return { ...view, getPropertyValue };
}
