import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";
import type { TextMeasurer } from "../text/measurer.js";
import type { ComputedStyle } from "./computed-style.js";
import type { InlineObject } from "./inline-items.js";

/** The size of an element that is drawn as one object inside a line; null when it is laid out as text. */
export function inlineObjectFor(
  element: Element,
  style: ComputedStyle,
  _measurer: TextMeasurer,
): InlineObject | null {
  switch (element.localName) {
    case "svg":
      return sized(element, style, style.fontSize, style.fontSize);
    case "img":
      return sized(element, style, 80, 80);
    default:
      return null;
  }
}

function sized(element: Element, style: ComputedStyle, width: number, height: number): InlineObject {
  const size = (name: string, fallback: number): number => {
    const value = style.own.get(name)?.value ?? element.getAttribute(name);
    const pixels = value && !value.endsWith("%") ? toPixels(value, style.fontSize) : 0;
    return pixels > 0 ? pixels : fallback;
  };
  return { element, width: size("width", width), ascent: size("height", height), descent: 0 };
}
