// The layout of HTML labels: lines, their places, and what is behind them.
import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";
import type { TextMeasurer } from "../text/measurer.js";
import { backgroundOf, paddingOf } from "./box-model.js";
import type { ComputedStyle, StyleResolver } from "./computed-style.js";
import { lineMetrics } from "./font-metrics.js";
import { type Paragraph, ParagraphCollector } from "./inline-items.js";
import { type InlineObject, inlineObjectFor } from "./inline-objects.js";
import { breakLines, type LineContent, type LinePiece } from "./line-breaker.js";

/** A piece of a line at its place in the label. */
interface PlacedPiece {
  readonly text: string;
  readonly object: InlineObject | null;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly width: number;
  readonly style: ComputedStyle;
}

/** A filled rectangle behind text. */
interface Backdrop {
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An HTML element laid out for drawing. */
export interface HtmlLayout {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly PlacedPiece[];
  readonly backdrops: readonly Backdrop[];
}

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

/** Lays out the small part of HTML that occurs in labels: paragraphs of inline content in one column. */
export function layoutHtml(
  element: Element,
  available: number,
  styles: StyleResolver,
  measurer: TextMeasurer,
): HtmlLayout {
  const style = styles.of(element);
  const padding = paddingOf(style.own, style.fontSize);
  const sizes = boxWidths(style, available);
  const collector = new ParagraphCollector(styles, (child, childStyle) =>
    inlineObjectFor(child, childStyle, measurer),
  );
  collector.collect(element);
  const sides = padding.left + padding.right;
  const breakInto = (room: number): BrokenParagraph[] =>
    collector.paragraphs.map((paragraph) => ({
      paragraph,
      contents: breakLines(paragraph, room - paragraph.padding.left - paragraph.padding.right, measurer),
    }));
  const room = (sizes.fixed ?? Math.min(sizes.maximum, available)) - sides;
  let broken = breakInto(room);
  const width = outerWidth(style, sizes, widestOf(broken) + sides);
  const inner = width - sides;
  // A table grows to its longest word, and then the other lines have more room.
  if (inner > room + 0.01) broken = breakInto(inner);

  const lines: Line[] = [];
  let y = padding.top;
  for (const [index, { paragraph, contents }] of broken.entries()) {
    const { top, right, bottom, left } = paragraph.padding;
    y += top;
    for (const content of contents) {
      const { height, baseline } = lineBox(content, paragraph.style, measurer);
      const align = content.pieces[0]?.style.textAlign ?? style.textAlign;
      const slack = inner - left - right - content.width;
      const indent = align === "center" ? slack / 2 : align === "right" || align === "end" ? slack : 0;
      const x = padding.left + left + indent;
      lines.push({ content, paragraph: index, x, y, height, baseline: y + baseline });
      y += height;
    }
    y += bottom;
  }
  const height = y + padding.bottom;
  const backdrops: Backdrop[] = [];
  const own = backgroundOf(style.own);
  if (own) backdrops.push({ color: own, x: 0, y: 0, width, height });
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
    for (const { color, x, width: covered } of line.content.backgrounds)
      backdrops.push({ color, x: line.x + x, y: line.y, width: covered, height: line.height });
  return {
    width,
    height,
    pieces: lines.flatMap((line) => line.content.pieces.map((one) => place(one, line))),
    backdrops,
  };
}

function widestOf(broken: readonly BrokenParagraph[]): number {
  let widest = 0;
  for (const { paragraph, contents } of broken)
    for (const line of contents)
      widest = Math.max(widest, line.width + paragraph.padding.left + paragraph.padding.right);
  return widest;
}

function place(piece: LinePiece, line: Line): PlacedPiece {
  const { object } = piece;
  // Mermaid centres what stands in a line with a formula instead of setting it on one baseline.
  const y =
    object?.content.kind === "math"
      ? line.y + (line.height + object.ascent - object.descent) / 2
      : line.baseline;
  return { ...piece, x: line.x + piece.x, y };
}

interface BoxWidths {
  readonly fixed: number | null;
  readonly maximum: number;
}

function boxWidths(style: ComputedStyle, available: number): BoxWidths {
  const fixed = style.own.get("width")?.value;
  const maximum = style.own.get("max-width")?.value;
  // A keyword such as "fit-content" leaves the width to the content.
  const fixedPixels = fixed && /^[\d.]/.test(fixed) ? toPixels(fixed, style.fontSize, available) : null;
  return {
    fixed: fixedPixels !== null && Number.isFinite(fixedPixels) ? fixedPixels : null,
    maximum:
      maximum && maximum !== "none" ? toPixels(maximum, style.fontSize, available) : Number.POSITIVE_INFINITY,
  };
}

function outerWidth(style: ComputedStyle, { fixed, maximum }: BoxWidths, natural: number): number {
  if (fixed === null) return Math.min(natural, maximum);
  return style.display.startsWith("table") ? Math.max(fixed, natural) : fixed;
}

function lineBox(
  content: LineContent,
  fallback: ComputedStyle,
  measurer: TextMeasurer,
): { height: number; baseline: number } {
  let above = 0;
  let below = 0;
  const grow = (style: ComputedStyle): void => {
    const face = measurer.face(style);
    const { ascent, descent } = lineMetrics(face, style.fontSize);
    const natural = (face.ascent + face.descent + face.lineGap) * style.fontSize;
    const lineHeight = style.lineHeight ? style.lineHeight * style.fontSize : natural;
    const leading = (lineHeight - (ascent + descent)) / 2;
    above = Math.max(above, ascent + leading);
    below = Math.max(below, lineHeight - ascent - leading);
  };
  const formulas = content.pieces.flatMap(({ object }) => (object?.content.kind === "math" ? [object] : []));
  const onlyFormulas = formulas.length > 0 && formulas.length === content.pieces.length;
  if (!onlyFormulas)
    grow(content.pieces.find((piece) => !piece.object)?.style ?? content.pieces[0]?.style ?? fallback);
  for (const piece of content.pieces) {
    if (piece.object?.content.kind === "math") continue;
    if (piece.object) {
      above = Math.max(above, piece.object.ascent);
      below = Math.max(below, piece.object.descent);
    } else grow(piece.style);
  }
  const height = Math.max(above + below, ...formulas.map(({ ascent, descent }) => ascent + descent));
  return { height, baseline: above + (height - above - below) / 2 };
}
