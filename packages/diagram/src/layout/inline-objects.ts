// What stands in a line and is no text.
import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";
import type { TextMeasurer } from "../text/measurer.js";
import type { ComputedStyle } from "./computed-style.js";
import { findIcon, type Icon, isIconClass } from "../icons/font-awesome.js";
import { layoutMath } from "./math/math-layout.js";
import type { MathBox } from "./math/math-box.js";

/** Something inline that is no text: an icon, a picture, a formula, a drawing. */
export interface InlineObject {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly content:
    | { readonly kind: "icon"; readonly icon: Icon | null }
    | { readonly kind: "math"; readonly box: MathBox }
    | { readonly kind: "image" | "svg"; readonly element: Element };
}

/** Width of an icon and how high it reaches, in ems, as Font Awesome's style sheet has it. */
const ICON_WIDTH = 1.25;
const ICON_ASCENT = 0.875;
const IMAGE_SIZE = 80;

/** The size of an element that is drawn as one object inside a line; null when it is laid out as text. */
export function inlineObjectFor(
  element: Element,
  style: ComputedStyle,
  measurer: TextMeasurer,
): InlineObject | null {
  const { fontSize } = style;
  switch (element.localName) {
    case "i": {
      const classes = element.className;
      if (!isIconClass(classes)) return null;
      return {
        width: fontSize * ICON_WIDTH,
        ascent: fontSize * ICON_ASCENT,
        descent: fontSize * (1 - ICON_ASCENT),
        content: { kind: "icon", icon: findIcon(classes) },
      };
    }
    case "math": {
      const box = layoutMath(element, fontSize, measurer);
      return { width: box.width, ascent: box.ascent, descent: box.descent, content: { kind: "math", box } };
    }
    case "svg": {
      const { width, ascent: height } = sized(element, style, fontSize);
      const raised = toPixels(style.own.get("vertical-align")?.value ?? "0", fontSize);
      return { width, ascent: height + raised, descent: -raised, content: { kind: "svg", element } };
    }
    case "img":
      return { ...sized(element, style, IMAGE_SIZE), content: { kind: "image", element } };
    default:
      return null;
  }
}

function sized(
  element: Element,
  style: ComputedStyle,
  usual: number,
): { width: number; ascent: number; descent: number } {
  const size = (name: string): number => {
    const value = style.own.get(name)?.value ?? element.getAttribute(name);
    const pixels = value && !value.endsWith("%") ? toPixels(value, style.fontSize) : 0;
    return pixels > 0 ? pixels : usual;
  };
  return { width: size("width"), ascent: size("height"), descent: 0 };
}
