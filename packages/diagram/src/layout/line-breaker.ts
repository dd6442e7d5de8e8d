/** Paragraphs broken into lines. */
import { breakOpportunities } from "../text/line-break.js";
import { LEFTWARD_MARK, leftwardStretches } from "../text/leftward.js";
import type { TextMeasurer } from "../text/measurer.js";
import type { ComputedStyle } from "./computed-style.js";
import type { InlineItem, Paragraph } from "./inline-items.js";
import type { InlineObject } from "./inline-objects.js";

/** A part of an item that stands on one line; `x` counts from the start of the line. */
export interface LinePiece {
  text: string;
  readonly object: InlineObject | null;
  readonly x: number;
  readonly width: number;
  readonly style: ComputedStyle;
}

/** The content of one line. */
export interface LineContent {
  readonly pieces: LinePiece[];
  readonly width: number;
  readonly backgrounds: {
    readonly color: string;
    readonly x: number;
    readonly width: number;
    readonly style: ComputedStyle;
  }[];
}

/** Text of consecutive items up to a forced break, with where each item starts in it. */
interface Stretch {
  readonly items: InlineItem[];
  readonly firstItem: number;
  readonly starts: number[];
  readonly text: string;
}

/** A line may be wider than its room by the smallest part of a pixel that a browser knows. */
const TOLERANCE = 1 / 64;

/** Breaks a paragraph into lines that fit into `room`. */
export function breakLines(paragraph: Paragraph, room: number, measurer: TextMeasurer): LineContent[] {
  return stretches(paragraph).flatMap((stretch) => {
    const ends = lineEnds(stretch, room, measurer);
    let from = 0;
    const lines = ends.map((end) => {
      const line = buildLine(stretch, from, end, paragraph, measurer);
      from = end;
      return line;
    });
    if (lines.length > 1) markLeftwards(stretch.text, ends, lines);
    return lines;
  });
}

/** Which way signs run is decided before lines are broken: where that is inside of such words, both lines are told. */
function markLeftwards(text: string, ends: readonly number[], lines: readonly LineContent[]): void {
  for (const { start, end } of leftwardStretches(text))
    for (const [index, at] of ends.entries()) {
      if (at <= start || at >= end) continue;
      const last = lines[index]?.pieces.at(-1);
      const first = lines[index + 1]?.pieces[0];
      if (last && needsMark(last.text.at(-1))) last.text += LEFTWARD_MARK;
      if (first && needsMark(first.text.at(0))) first.text = LEFTWARD_MARK + first.text;
    }
}

/** Letters say themselves which way they run. */
const needsMark = (char: string | undefined): boolean =>
  char !== undefined && leftwardStretches(char).length === 0;

function stretches(paragraph: Paragraph): Stretch[] {
  const list: Stretch[] = [];
  let items: InlineItem[] = [];
  let firstItem = 0;
  const finish = (nextItem: number): void => {
    let text = "";
    const starts = items.map((item) => {
      const start = text.length;
      text += item.text;
      return start;
    });
    list.push({ items, firstItem, starts, text });
    items = [];
    firstItem = nextItem;
  };
  for (const [index, item] of paragraph.items.entries()) {
    if (item.isBreak) finish(index + 1);
    else items.push(item);
  }
  // A break at the very end opens no new line.
  if (items.length > 0) finish(paragraph.items.length);
  return list;
}

/** Where the last line before `to` ends without the spaces that hang after it; one that does not break stands like a letter. */
function visibleEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text.charAt(end - 1).trim() === "" && !UNBREAKABLE.has(text.charAt(end - 1))) end -= 1;
  return end;
}

const UNBREAKABLE = new Set(["\u00a0", "\u2007", "\u202f"]);

const hangsSpaces = (style: ComputedStyle): boolean => style.whiteSpace !== "break-spaces";
const wraps = ({ whiteSpace }: ComputedStyle): boolean => whiteSpace !== "nowrap" && whiteSpace !== "pre";

/** Where each line of a stretch ends. */
function lineEnds(stretch: Stretch, room: number, measurer: TextMeasurer): number[] {
  const { text } = stretch;
  const style = stretch.items[0]?.style;
  if (!style || !wraps(style) || !Number.isFinite(room) || text === "") return [text.length];
  const widthBetween = (from: number, to: number): number =>
    piecesBetween(stretch, from, to, measurer).reduce((sum, piece) => sum + piece.width, 0);
  const fits = (from: number, to: number): boolean => {
    const visible = hangsSpaces(style) ? visibleEnd(text, from, to) : to;
    return widthBetween(from, visible) <= room + TOLERANCE;
  };
  const ends: number[] = [];
  let lineStart = 0;
  let lastFit = 0;
  const breakInside = /break-word|anywhere/.test(style.overflowWrap);
  for (const end of [...breakOpportunities(text), text.length]) {
    if (!fits(lineStart, end) && lastFit > lineStart) {
      ends.push(lastFit);
      lineStart = lastFit;
    }
    if (breakInside) {
      for (
        let cut = overflowAt(text, lineStart, end, fits);
        cut < end;
        cut = overflowAt(text, lineStart, end, fits)
      ) {
        ends.push(cut);
        lineStart = cut;
      }
    }
    lastFit = end;
  }
  ends.push(text.length);
  return ends;
}

/** The end of the longest part of a word that fits, at least one character; `end` when all of it does. */
function overflowAt(
  text: string,
  start: number,
  end: number,
  fits: (from: number, to: number) => boolean,
): number {
  let cut = start;
  for (const char of text.slice(start, end)) {
    if (cut > start && !fits(start, cut + char.length)) break;
    cut += char.length;
  }
  return cut;
}

function piecesBetween(stretch: Stretch, from: number, to: number, measurer: TextMeasurer): LinePiece[] {
  const pieces: LinePiece[] = [];
  let x = 0;
  let index = -1;
  for (const item of stretch.items) {
    index += 1;
    const start = stretch.starts[index] ?? 0;
    const text = item.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (!text) continue;
    const width = item.object
      ? item.object.width
      : measurer.width(text, item.style.fontSize, item.style) + item.style.letterSpacing * text.length;
    pieces.push({ text: item.object ? "" : text, object: item.object, x, width, style: item.style });
    x += width;
  }
  return pieces;
}

function buildLine(
  stretch: Stretch,
  from: number,
  to: number,
  paragraph: Paragraph,
  measurer: TextMeasurer,
): LineContent {
  const style = stretch.items[0]?.style;
  const keepsEnd = style && /^(?:pre|break-spaces)$/.test(style.whiteSpace);
  const pieces = piecesBetween(stretch, from, keepsEnd ? to : visibleEnd(stretch.text, from, to), measurer);
  const last = pieces.at(-1);
  const backgrounds = paragraph.backgrounds.flatMap(({ color, first, last: end }) => {
    const covered = new Set(
      stretch.items
        .slice(Math.max(0, first - stretch.firstItem), Math.max(0, end - stretch.firstItem))
        .map((item) => item.style),
    );
    const hit = pieces.filter((piece) => covered.has(piece.style));
    const [head, tail] = [hit[0], hit.at(-1)];
    return head && tail ? [{ color, x: head.x, width: tail.x + tail.width - head.x, style: head.style }] : [];
  });
  return { pieces, width: last ? last.x + last.width : 0, backgrounds };
}
