/** Small text above text, which says how it is read. */
import { Text } from "../dom/character-data.js";
import type { Element } from "../dom/element.js";
import { isElement } from "../dom/node.js";
import type { TextMeasurer } from "../text/measurer.js";
import type { ComputedStyle } from "./computed-style.js";
import { lineMetrics } from "./font-metrics.js";
import type { InlineObject, PlacedPiece } from "./inline-objects.js";
import type { StyleResolver } from "./style-resolver.js";

/** Text, and what stands above it. */
interface Pair {
  base: string;
  above: string;
  small: ComputedStyle | null;
}

const NOT_SHOWN = new Set(["rp", "style", "script"]);

function pairsOf(ruby: Element, styles: StyleResolver): Pair[] {
  const pairs: Pair[] = [{ base: "", above: "", small: null }];
  for (let child = ruby.firstChild; child; child = child.nextSibling) {
    const last = pairs.at(-1);
    if (!last) break;
    const text = (child.textContent ?? "").replaceAll(/\s+/g, " ");
    if (isElement(child) && (child.localName === "rt" || child.localName === "rtc")) {
      last.above = text.trim();
      last.small = styles.of(child);
      pairs.push({ base: "", above: "", small: null });
    } else if (child instanceof Text || (isElement(child) && !NOT_SHOWN.has(child.localName)))
      last.base += text;
  }
  return pairs.filter(({ base, above }) => base.trim() || above);
}

/** The whole as one object of its line; null for any other element, and when there is nothing in it. */
export function rubyObject(
  ruby: Element,
  style: ComputedStyle,
  styles: StyleResolver,
  measurer: TextMeasurer,
): InlineObject | null {
  if (ruby.localName !== "ruby") return null;
  const { ascent, descent } = lineMetrics(measurer.face(style), style.fontSize);
  const pieces: PlacedPiece[] = [];
  let width = 0;
  let top = ascent;
  for (const { base, above, small } of pairsOf(ruby, styles)) {
    const widthOf = (text: string, face: ComputedStyle): number => measurer.width(text, face.fontSize, face);
    const below = widthOf(base, style);
    const over = small ? widthOf(above, small) : 0;
    const widest = Math.max(below, over);
    const at = (text: string, wide: number, y: number, face: ComputedStyle): PlacedPiece => ({
      text,
      object: null,
      x: width + (widest - wide) / 2,
      y,
      width: wide,
      style: face,
    });
    pieces.push(at(base, below, 0, style));
    if (small) {
      const metrics = lineMetrics(measurer.face(small), small.fontSize);
      // Chromium lets the two overlap by a pixel.
      const reach = ascent + metrics.ascent + metrics.descent - 1;
      pieces.push(at(above, over, metrics.ascent - reach, small));
      top = Math.max(top, reach);
    }
    width += widest;
  }
  if (pieces.length === 0) return null;
  const placed = pieces.map((piece) => ({ ...piece, y: piece.y + top }));
  const layout = { width, height: top + descent, baseline: top, pieces: placed, backdrops: [] };
  return { width, ascent: top, descent, content: { kind: "box", layout: () => layout } };
}
