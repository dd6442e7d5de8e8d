/** The layout of HTML labels: lines, their places, and what is behind them. */
import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";
import { NAMESPACES } from "../dom/names.js";
import type { TextMeasurer } from "../text/measurer.js";
import { addSides, backgroundOf, borderBackdrops, borderOf, NO_SIDES, paddingOf } from "./box-model.js";
import type { ComputedStyle } from "./computed-style.js";
import type { StyleResolver } from "./style-resolver.js";
import { lineMetrics } from "./font-metrics.js";
import { controlObject } from "./form-controls.js";
import { isBlockElement, type Paragraph, ParagraphCollector } from "./inline-items.js";
import { layoutTable } from "./html-table.js";
import {
  type Backdrop,
  type HtmlLayout,
  type InlineObject,
  inlineObjectFor,
  type PlacedPiece,
} from "./inline-objects.js";
import { rubyObject } from "./ruby.js";
import { breakLines, type LineContent, type LinePiece } from "./line-breaker.js";

/** A horizontal rule is two borders of one pixel. */
const RULE_HEIGHT = 2;
/** How much further from the text a bullet stands than its own space. */
const BULLET_GAP = 3;

interface BrokenParagraph {
  readonly paragraph: Paragraph;
  readonly contents: readonly LineContent[];
}

interface Line {
  readonly content: LineContent;
  readonly paragraph: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly baseline: number;
}

/** A box inside a label: how deep, and whether it is as wide as its room and how high it is at least. */
interface Inside {
  readonly depth: number;
  readonly fills: boolean;
  readonly height: number;
}

/** Each box is laid out several times by the one around it. */
const MAX_DEPTH = 4;

/** Lays out the part of HTML that occurs in labels: paragraphs of inline content in one column, and boxes in place of some. */
export function layoutHtml(
  element: Element,
  available: number,
  styles: StyleResolver,
  measurer: TextMeasurer,
  inside: Inside | null = null,
): HtmlLayout {
  const style = styles.of(element);
  const border = inside ? borderOf(style.own, style.fontSize) : null;
  const padding = addSides(paddingOf(style.own, style.fontSize), border?.width ?? NO_SIDES);
  const sides = padding.left + padding.right;
  const sizes = inside?.fills ? { fixed: available, maximum: available } : boxWidths(style, available);
  if (inside && !inside.fills && sizes.fixed !== null) sizes.fixed += sides;
  const depth = (inside?.depth ?? 0) + 1;
  const collector = new ParagraphCollector(
    styles,
    (child, childStyle) =>
      boxFor(child, childStyle, styles, measurer, depth) ??
      rubyObject(child, childStyle, styles, measurer) ??
      controlObject(child, childStyle.fontSize, measurer) ??
      inlineObjectFor(child, childStyle, measurer, sizes.fixed ?? Number.POSITIVE_INFINITY),
  );
  collector.collect(element);
  const breakInto = (room: number): BrokenParagraph[] =>
    collector.paragraphs.map((paragraph) => ({
      paragraph,
      contents: breakLines(paragraph, room - paragraph.padding.left - paragraph.padding.right, measurer),
    }));
  const room = (sizes.fixed ?? Math.min(sizes.maximum, available)) - sides;
  let broken = breakInto(room);
  // What had to be broken takes all the room that it is given.
  const isFull = sizes.fixed === null && Number.isFinite(room) && broken.some(isWrapped);
  const width = outerWidth(
    style,
    sizes,
    (isFull ? Math.max(room, widestOf(broken)) : widestOf(broken)) + sides,
  );
  const inner = width - sides;
  // A table grows to its longest word, and then the other lines have more room.
  if (inner > room + 0.01) broken = breakInto(inner);

  const lines: Line[] = [];
  const markers: PlacedPiece[] = [];
  const rules: Backdrop[] = [];
  const boxes: (HtmlLayout & { readonly x: number; readonly y: number })[] = [];
  let y = padding.top;
  let margin = keepsMargins(style) ? 0 : Number.NEGATIVE_INFINITY;
  for (const [index, { paragraph, contents }] of broken.entries()) {
    const { top, right, bottom, left } = paragraph.padding;
    if (margin >= 0 || index > 0) y += Math.max(margin, paragraph.margin.top);
    margin = paragraph.margin.bottom;
    y += top;
    if (paragraph.isRule) {
      rules.push({ color: "#808080", x: padding.left + left, y, width: inner - left - right, height: 1 });
      y += RULE_HEIGHT;
    }
    for (const content of contents) {
      const [head] = content.pieces;
      if (head?.object?.isBlock && head.object.content.kind === "box") {
        const box = head.object.content.layout(inner - left - right);
        boxes.push({ ...box, x: padding.left + left, y });
        y += box.height;
        continue;
      }
      const { height, baseline } = lineBox(content, paragraph, measurer);
      const align = head?.object?.isBlock ? "start" : (head?.style.textAlign ?? style.textAlign);
      const free = inner - left - right - content.width;
      // Text that overflows a box of its own begins at its edge; a whole label is centred around its middle.
      const slack = inside ? Math.max(0, free) : free;
      const indent = align === "center" ? slack / 2 : align === "right" || align === "end" ? slack : 0;
      const x = padding.left + left + indent;
      if (paragraph.marker && content === contents[0])
        markers.push(markerPiece(paragraph, padding.left + left, y + baseline, measurer));
      lines.push({ content, paragraph: index, x, y, height, baseline: y + baseline });
      y += height;
    }
    y += bottom;
  }
  if (keepsMargins(style)) y += Math.max(margin, 0);
  const height = Math.max(inside?.height ?? 0, y + padding.bottom);
  const backdrops: Backdrop[] = [...rules];
  for (const { color, first, last, padding: around } of collector.backgrounds) {
    const covered = lines.filter((line) => line.paragraph >= first && line.paragraph < last);
    const top = covered[0];
    const bottom = covered.at(-1);
    if (top && bottom)
      backdrops.push({
        color,
        x: padding.left,
        y: top.y - around.top,
        width: inner,
        height: bottom.y + bottom.height - top.y + around.top + around.bottom,
      });
  }
  for (const line of lines)
    for (const { color, x, width: covered, style: behind } of line.content.backgrounds) {
      const { ascent, descent } = lineMetrics(measurer.face(behind), behind.fontSize);
      const top = line.baseline + behind.lowered - ascent;
      backdrops.push({ color, x: line.x + x, y: top, width: covered, height: ascent + descent });
    }
  const pieces = [...markers, ...lines.flatMap((line) => line.content.pieces.map((one) => place(one, line)))];
  for (const { object, x, y: baseline } of pieces)
    if (object?.content.kind === "box")
      boxes.push({ ...object.content.layout(object.width), x, y: baseline - object.ascent });
  for (const box of boxes) {
    const move = <T extends { x: number; y: number }>(one: T): T => ({
      ...one,
      x: one.x + box.x,
      y: one.y + box.y,
    });
    pieces.push(...box.pieces.map(move));
    backdrops.push(...box.backdrops.map(move));
  }
  const own = backgroundOf(style.own);
  const whole = { x: 0, y: 0, width, height };
  // What is higher than its content has it in the middle, as cells of tables have.
  const down = Math.floor((height - y - padding.bottom) / 2);
  const lower = <T extends { y: number }>(one: T): T => (down > 0 ? { ...one, y: one.y + down } : one);
  return {
    width,
    height,
    baseline: (lines.at(-1)?.baseline ?? height) + down,
    pieces: down > 0 ? pieces.map(lower) : pieces,
    backdrops: [
      ...(own ? [{ ...whole, color: own }] : []),
      ...(border ? borderBackdrops(border, style.color, whole) : []),
      ...backdrops.map(lower),
    ],
  };
}

/** An element that is laid out by itself: a table, or a block with a border or a width of its own. */
function boxFor(
  element: Element,
  style: ComputedStyle,
  styles: StyleResolver,
  measurer: TextMeasurer,
  depth: number,
): InlineObject | null {
  const name = element.localName;
  if (depth > MAX_DEPTH || element.namespaceURI !== NAMESPACES.html || name === "img" || name === "i")
    return null;
  const isTable = name === "table";
  const isSized = /^[\d.]/.test(style.own.get("width")?.value ?? "");
  if (!isTable && !isSized && !borderOf(style.own, style.fontSize)) return null;
  const isBlock = isBlockElement(element, style);
  const layout = isTable
    ? (room: number): HtmlLayout =>
        layoutTable(element, room, styles, (cell, cellRoom, exact) =>
          layoutHtml(cell, cellRoom, styles, measurer, {
            depth,
            fills: exact !== undefined,
            height: exact?.height ?? 0,
          }),
        )
    : (room: number): HtmlLayout =>
        layoutHtml(element, room, styles, measurer, {
          depth,
          fills: isBlock && !isSized && Number.isFinite(room),
          height: 0,
        });
  const natural = layout(Number.POSITIVE_INFINITY);
  const ascent = isBlock ? natural.height : natural.baseline;
  return {
    width: natural.width,
    ascent,
    descent: natural.height - ascent,
    content: { kind: "box", layout },
    isBlock,
  };
}

/** Margins at the edges of a plain block lie outside of it. */
const keepsMargins = ({ display }: ComputedStyle): boolean => display !== "block" && display !== "inline";

function markerPiece(
  { marker, style }: Paragraph,
  left: number,
  baseline: number,
  measurer: TextMeasurer,
): PlacedPiece {
  const width = measurer.width(`${marker} `, style.fontSize, style);
  const gap = marker === "\u2022" ? BULLET_GAP : 0;
  return { text: marker, object: null, x: left - width - gap, y: baseline, width, style };
}

function widestOf(broken: readonly BrokenParagraph[]): number {
  let widest = 0;
  for (const { paragraph, contents } of broken)
    for (const line of contents)
      widest = Math.max(widest, line.width + paragraph.padding.left + paragraph.padding.right);
  return widest;
}

/** Whether a paragraph has more lines than it asks for. */
const isWrapped = ({ paragraph, contents }: BrokenParagraph): boolean =>
  contents.length > 1 && contents.length > paragraph.items.filter((item) => item.isBreak).length + 1;

function place(piece: LinePiece, line: Line): PlacedPiece {
  const { object } = piece;
  // Mermaid centres what stands in a line with a formula instead of setting it on one baseline.
  const y =
    object?.content.kind === "math"
      ? line.y + (line.height + object.ascent - object.descent) / 2
      : line.baseline + piece.style.lowered;
  const { text, width, style } = piece;
  return { text, object, x: line.x + piece.x, y, width, style };
}

interface BoxWidths {
  fixed: number | null;
  readonly maximum: number;
}

function boxWidths(style: ComputedStyle, available: number): BoxWidths {
  const fixed = style.own.get("width")?.value;
  const maximum = style.own.get("max-width")?.value;
  // A keyword such as "fit-content" leaves the width to the content.
  const fixedPixels = fixed && /^[\d.]/.test(fixed) ? toPixels(fixed, style.fontSize, available) : null;
  const most =
    maximum && maximum !== "none" ? toPixels(maximum, style.fontSize, available) : Number.POSITIVE_INFINITY;
  return {
    fixed: fixedPixels !== null && Number.isFinite(fixedPixels) ? Math.min(fixedPixels, most) : null,
    maximum: most,
  };
}

function outerWidth(style: ComputedStyle, { fixed, maximum }: BoxWidths, natural: number): number {
  if (fixed === null) return Math.min(natural, maximum);
  return style.display.startsWith("table") ? Math.max(fixed, natural) : fixed;
}

function lineBox(
  content: LineContent,
  { style: fallback, block }: Paragraph,
  measurer: TextMeasurer,
): { height: number; baseline: number } {
  const [head] = content.pieces;
  if (head?.object?.isBlock) return { height: head.object.ascent, baseline: head.object.ascent };
  let above = 0;
  let below = 0;
  const grow = (style: ComputedStyle): void => {
    const face = measurer.face(style);
    const { ascent, descent } = lineMetrics(face, style.fontSize);
    const natural = ascent + descent + Math.round(face.lineGap * style.fontSize);
    const lineHeight = style.lineHeight ? style.lineHeight * style.fontSize : natural;
    // Chromium puts the odd half pixel below the text.
    const leading = Math.floor((lineHeight - (ascent + descent)) / 2);
    above = Math.max(above, ascent + leading - style.lowered);
    below = Math.max(below, lineHeight - ascent - leading + style.lowered);
  };
  let formulas = 0;
  let highest = 0;
  let main: ComputedStyle | null = null;
  for (const { object, style } of content.pieces) {
    if (!object) {
      main ??= style;
      grow(style);
    } else if (object.content.kind === "math") {
      formulas += 1;
      highest = Math.max(highest, object.ascent + object.descent);
    } else {
      above = Math.max(above, object.ascent);
      below = Math.max(below, object.descent);
    }
  }
  const onlyFormulas = formulas > 0 && formulas === content.pieces.length;
  if (!main && !onlyFormulas) grow(head?.style ?? fallback);
  if (main && main !== block) grow(block);
  const height = Math.max(above + below, highest);
  return { height, baseline: above + (height - above - below) / 2 };
}
