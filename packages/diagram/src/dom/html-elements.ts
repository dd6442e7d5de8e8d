/** The classes of HTML elements that scripts ask for by name. */
import { Element } from "./element.js";
import { declaredImageSize } from "./image-size.js";
import { DocumentFragment } from "./document-fragment.js";
import type { ParentNode } from "./parent-node.js";

/** Any HTML element. */
export class HTMLElement extends Element {}
/** Any SVG element. */
export class SVGElement extends Element {}
/** Any MathML element; its presence tells Mermaid that formulas can be shown. */
export class MathMLElement extends Element {}
/** A link. */
export class HTMLAnchorElement extends HTMLElement {}
/** A form; DOMPurify asks for the class. */
export class HTMLFormElement extends HTMLElement {}
/** A frame; never loads anything. */
export class HTMLIFrameElement extends HTMLElement {}

/** A template, whose markup lives in a fragment apart. */
export class HTMLTemplateElement extends HTMLElement {
  readonly content = new DocumentFragment(this.ownerDocument);

  override get contentTarget(): ParentNode {
    return this.content;
  }
}

/** A canvas, which only measures: cytoscape and others ask it for text widths. */
export class HTMLCanvasElement extends HTMLElement {
  width = 300;
  height = 150;
}

/** What stands for the size of a picture that is not embedded. */
const NOMINAL_SIZE = { width: 64, height: 64 };

/** A picture. Nothing is ever fetched, so it is always "complete": at its own size when it is embedded, else at a nominal one. */
export class HTMLImageElement extends HTMLElement {
  readonly complete = true;

  get naturalWidth(): number {
    return (declaredImageSize(this.src) ?? NOMINAL_SIZE).width;
  }

  get naturalHeight(): number {
    return (declaredImageSize(this.src) ?? NOMINAL_SIZE).height;
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(value: string) {
    this.setAttribute("src", value);
  }

  decode(): Promise<void> {
    return Promise.resolve();
  }
}

/** The class of an HTML element by its name. */
export const HTML_CLASSES: Readonly<Record<string, typeof HTMLElement>> = {
  a: HTMLAnchorElement,
  canvas: HTMLCanvasElement,
  form: HTMLFormElement,
  iframe: HTMLIFrameElement,
  img: HTMLImageElement,
  template: HTMLTemplateElement,
};
