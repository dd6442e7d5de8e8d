/** The measuring methods of the DOM, put on our elements. */
import { Element } from "../dom/element.js";
import { HTMLCanvasElement } from "../dom/html-elements.js";
import type { Measuring } from "../layout/measuring.js";
import { toText } from "../dom/to-text.js";

const IDENTITY_MATRIX = {
  a: 1,
  b: 0,
  c: 0,
  d: 1,
  e: 0,
  f: 0,
  inverse() {
    return this;
  },
  multiply() {
    return this;
  },
};
const REGULAR = { bold: false, italic: false };
const DEFAULT_SIZE = 16;

/** Gives every element the measuring methods of the DOM. */
export function addMeasuring(measuring: Measuring): void {
  const methods: Record<string, (this: Element, ...args: never[]) => unknown> = {
    getBBox() {
      return measuring.getBBox(this);
    },
    getComputedTextLength() {
      return measuring.getComputedTextLength(this);
    },
    getSubStringLength(start: number, count: number) {
      return measuring.measurer.width(this.textContent.slice(start, start + count), DEFAULT_SIZE, REGULAR);
    },
    getTotalLength() {
      return measuring.getTotalLength(this);
    },
    getPointAtLength(distance: number) {
      return measuring.getPointAtLength(this, distance);
    },
    getBoundingClientRect() {
      return measuring.getBoundingClientRect(this);
    },
    getCTM: () => IDENTITY_MATRIX,
    getScreenCTM: () => IDENTITY_MATRIX,
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(Element.prototype, name, { value, configurable: true, writable: true });
  const width = sized(measuring, "width");
  const height = sized(measuring, "height");
  Object.defineProperties(Element.prototype, {
    offsetWidth: width,
    clientWidth: width,
    offsetHeight: height,
    clientHeight: height,
  });
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", {
    configurable: true,
    value: () => canvasContext(measuring),
  });
}

/** Elements are as large as the page, but for those taken out of it, cytoscape's container and what is not shown. */
function sized(measuring: Measuring, side: "width" | "height"): PropertyDescriptor {
  return {
    configurable: true,
    get(this: Element) {
      const style = this.getAttribute("style") ?? "";
      if (this.id === "cy" || /display:\s*none/.test(style)) return 0;
      if (/position:\s*absolute/.test(style)) return Math.round(measuring.getBoundingClientRect(this)[side]);
      return measuring.page[side];
    },
  };
}

/** A 2D context that measures text and draws nothing. */
function canvasContext(measuring: Measuring): object {
  let size = DEFAULT_SIZE;
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: measuring.measurer.width(toText(text), size, REGULAR) }),
    getImageData: () => ({ data: [] }),
    createLinearGradient: () => ({ addColorStop() {} }),
    canvas: { width: 0, height: 0 },
  };
  return new Proxy(known, {
    get: (target, key) => (typeof key === "string" && Object.hasOwn(target, key) ? target[key] : () => {}),
    set(_target, key, value) {
      if (key === "font") size = Number(/([\d.]+)px/.exec(toText(value))?.[1] ?? DEFAULT_SIZE);
      return true;
    },
  });
}
