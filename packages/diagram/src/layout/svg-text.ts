/** The layout of SVG text: runs, chunks and anchors. */
import type { Element } from "../dom/element.js";
import { Text } from "../dom/character-data.js";
import { isElement } from "../dom/node.js";
import type { TextMeasurer } from "../text/measurer.js";
import { Box } from "./box.js";
import type { ComputedStyle } from "./computed-style.js";
import type { KnownElement, StyleResolver } from "./style-resolver.js";
import { baselineShift, lineMetrics } from "./font-metrics.js";
import { emojiOverhang, hintedOverhang } from "./hinted-overhang.js";
import { svgLength, type TextPosition } from "./svg-length.js";

/** A stretch of SVG text with one style, placed in the coordinates of its text element. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  readonly style: ComputedStyle;
  /** The text element and the tspans around the run, outermost first. */
  readonly chain: readonly Element[];
  /** How far the baseline properties put it below the written position. */
  lowered: number;
}

/** What an SVG text element looks like once its positions are resolved. */
export interface TextLayout {
  readonly runs: readonly TextRun[];
  readonly length: number;
  /** The box of all runs, once it was asked for. */
  box: Box | null;
}

const NO_POSITION: TextPosition = { x: undefined, y: undefined, dx: undefined, dy: undefined };

interface Chunk {
  readonly anchor: string;
  readonly runs: TextRun[];
}

const TEXT_ELEMENTS = new Set(["text", "tspan", "textPath", "a"]);

/** A layout, and what it was made from in that order: elements with what is known of them, their characters, and where they end. */
class KeptLayout {
  readonly layout: TextLayout;
  readonly measurer: TextMeasurer;
  readonly #parts: readonly unknown[];

  constructor(layout: TextLayout, measurer: TextMeasurer, parts: readonly unknown[]) {
    this.layout = layout;
    this.measurer = measurer;
    this.#parts = parts;
  }

  /** Whether it would come out the same now. */
  holds(element: Element, styles: StyleResolver): boolean {
    return this.#follow(element, styles, 0) === this.#parts.length;
  }

  /** The number of the part after those of `element`, or -1 when one is another. */
  #follow(element: Element, styles: StyleResolver, from: number): number {
    const parts = this.#parts;
    if (parts[from] !== element || parts[from + 1] !== styles.known(element)) return -1;
    let at = from + 2;
    for (let child = element.first; child; child = child.next) {
      if (child instanceof Text) at = parts[at] === child.data ? at + 1 : -1;
      else if (isElement(child) && TEXT_ELEMENTS.has(child.localName)) at = this.#follow(child, styles, at);
      if (at < 0) return -1;
    }
    return parts[at] === END ? at + 1 : -1;
  }
}

const END = null;

/** Lays out one text element; Mermaid asks for the box of each and of all around it, again and again. */
export function layoutSvgText(element: Element, styles: StyleResolver, measurer: TextMeasurer): TextLayout {
  const known = styles.known(element);
  const { textLayout } = known;
  if (
    textLayout instanceof KeptLayout &&
    textLayout.measurer === measurer &&
    textLayout.holds(element, styles)
  )
    return textLayout.layout;
  const only = element.first;
  if (only instanceof Text && !only.next && known.style.display !== "none") {
    const line = layoutLine(element, only.data, known, measurer);
    const parts = known.position && [element, known, only.data, END];
    known.textLayout = parts && new KeptLayout(line, measurer, parts);
    return line;
  }
  const work = new SvgTextLayout(styles, measurer);
  const layout = work.run(element);
  known.textLayout = work.parts ? new KeptLayout(layout, measurer, work.parts) : null;
  return layout;
}

/** The layout of an element with nothing but characters in it, as most are. */
function layoutLine(element: Element, data: string, known: KnownElement, measurer: TextMeasurer): TextLayout {
  const { style } = known;
  const position = known.position ?? readPosition(element, known);
  let text = shownText(data, style, true);
  if (!text) return NO_TEXT;
  if (text.endsWith(" ") && !keepsSpaces(style)) text = text.trimEnd();
  const width = textWidth(text, style, measurer);
  const lowered = baselineShift(style, measurer.face(style));
  const x = (position.x ?? 0) + (position.dx ?? 0) + anchorShift(style.textAnchor, width);
  const y = (position.y ?? 0) + (position.dy ?? 0) + lowered;
  return { runs: [{ text, x, y, width, style, chain: [element], lowered }], length: width, box: null };
}

const NO_TEXT: TextLayout = { runs: [], length: 0, box: null };

const anchorShift = (anchor: string, width: number): number =>
  anchor === "middle" ? -width / 2 : anchor === "end" ? -width : 0;

/** Characters as they are shown; without the space that they start with where that is `trimmed`. */
function shownText(data: string, style: ComputedStyle, trimmed: boolean): string {
  const preserve = keepsSpaces(style);
  let text = SPACES.test(data) ? data.replace(preserve ? /[\t\r\n]/g : /[\t\r\n ]+/g, " ") : data;
  if (!preserve && trimmed && text.startsWith(" ")) text = text.slice(1);
  return style.textTransform === "uppercase" ? text.toUpperCase() : text;
}

function textWidth(text: string, style: ComputedStyle, measurer: TextMeasurer): number {
  const width = measurer.width(text, style.fontSize, style);
  return style.letterSpacing === 0 ? width : width + style.letterSpacing * Array.from(text).length;
}

class SvgTextLayout {
  readonly #runs: TextRun[] = [];
  readonly #chunks: Chunk[] = [];
  #chunk: Chunk | null = null;
  #x = 0;
  #y = 0;
  #afterSpace = true;
  /** Positions wait for the next character: x, y, dx and dy belong to the first one, the innermost element wins. */
  #pending = NO_POSITION;
  /** What it is made from, unless the size of the svg around it is among that. */
  parts: unknown[] | null = [];

  readonly #styles: StyleResolver;
  readonly #measurer: TextMeasurer;

  constructor(styles: StyleResolver, measurer: TextMeasurer) {
    this.#styles = styles;
    this.#measurer = measurer;
  }

  run(element: Element): TextLayout {
    this.#walk(element, [element]);
    this.#trimEnd();
    for (const { anchor, runs } of this.#chunks) {
      const width = runs.reduce((sum, run) => sum + run.width, 0);
      const shift = anchorShift(anchor, width);
      for (const run of runs) run.x += shift;
    }
    for (const run of this.#runs) {
      run.lowered = baselineShift(run.style, this.#measurer.face(run.style));
      run.y += run.lowered;
    }
    return { runs: this.#runs, length: this.#runs.reduce((sum, run) => sum + run.width, 0), box: null };
  }

  #walk(element: Element, chain: readonly Element[]): void {
    const known = this.#styles.known(element);
    const { style } = known;
    if (style.display === "none") {
      this.parts = null;
      return;
    }
    const outer = this.#pending;
    const before = this.#runs.length;
    const own = known.position ?? readPosition(element, known);
    if (known.position === null) this.parts = null;
    this.parts?.push(element, known);
    if (outer === NO_POSITION) this.#pending = own;
    else if (own !== NO_POSITION)
      this.#pending = {
        x: own.x ?? outer.x,
        y: own.y ?? outer.y,
        dx: own.dx ?? outer.dx,
        dy: own.dy ?? outer.dy,
      };
    for (let child = element.first; child; child = child.next) {
      if (child instanceof Text) {
        this.parts?.push(child.data);
        this.#addText(child.data, style, chain);
      } else if (isElement(child) && TEXT_ELEMENTS.has(child.localName)) this.#walk(child, [...chain, child]);
    }
    this.parts?.push(END);
    if (this.#runs.length === before) this.#pending = outer;
  }

  #addText(data: string, style: ComputedStyle, chain: readonly Element[]): void {
    const startsChunk = this.#pending.x !== undefined || this.#pending.y !== undefined;
    const text = shownText(data, style, this.#afterSpace || startsChunk);
    if (!text) return;
    this.#afterSpace = !keepsSpaces(style) && text.endsWith(" ");
    const { x, y, dx = 0, dy = 0 } = this.#pending;
    this.#pending = NO_POSITION;
    if (startsChunk) this.#chunk = null;
    this.#x = (x ?? this.#x) + dx;
    this.#y = (y ?? this.#y) + dy;
    if (!this.#chunk) {
      this.#chunk = { anchor: style.textAnchor, runs: [] };
      this.#chunks.push(this.#chunk);
    }
    const run = {
      text,
      x: this.#x,
      y: this.#y,
      width: textWidth(text, style, this.#measurer),
      style,
      chain,
      lowered: 0,
    };
    this.#runs.push(run);
    this.#chunk.runs.push(run);
    this.#x += run.width;
  }

  #trimEnd(): void {
    const last = this.#runs.at(-1);
    if (!last || keepsSpaces(last.style) || !last.text.endsWith(" ")) return;
    last.text = last.text.trimEnd();
    last.width = textWidth(last.text, last.style, this.#measurer);
  }
}

const LISTED = /[\s,]/;
const SPACES = /[\t\r\n]| {2}/;
const KEEPING_SPACES = new Set(["pre", "pre-wrap", "break-spaces"]);
const keepsSpaces = ({ whiteSpace }: ComputedStyle): boolean => KEEPING_SPACES.has(whiteSpace);

/** Reads the position, and keeps it unless it hangs on the size of the svg around the element. */
function readPosition(element: Element, known: KnownElement): TextPosition {
  const { attributeMap } = element;
  const x = attributeMap.get("x");
  const y = attributeMap.get("y");
  const dx = attributeMap.get("dx");
  const dy = attributeMap.get("dy");
  const { fontSize } = known.style;
  const position =
    x || y || dx || dy
      ? {
          x: x ? firstLength(element, "x", x, fontSize) : undefined,
          y: y ? firstLength(element, "y", y, fontSize) : undefined,
          dx: dx ? firstLength(element, "dx", dx, fontSize) : undefined,
          dy: dy ? firstLength(element, "dy", dy, fontSize) : undefined,
        }
      : NO_POSITION;
  if (!x?.includes("%") && !y?.includes("%") && !dx?.includes("%") && !dy?.includes("%"))
    known.position = position;
  return position;
}

/** The first length of a list, which is for the first character. */
function firstLength(element: Element, name: string, list: string, fontSize: number): number | undefined {
  const first = LISTED.test(list) ? list.trim().split(/[\s,]+/)[0] : list;
  return first ? svgLength(element, name, first, fontSize) : undefined;
}

/** Letters that stay inside the box of their font: ASCII without the underscore. */
const INSIDE = /^[ -^`-~]*$/;
/** Arabic letters, and signs, that reach out of the box of the main font, which Chromium's boxes take in. */
const FAR_REACHING = /[\u0600-\u08ff\u2211\u2500-\u257f\ufb50-\ufdff\ufe70-\ufefc]/;
const NO_OVERHANG = { above: 0, below: 0 };

/** The box of some runs: their advance by the rounded ascent and descent of the font, and the pixels that their ink touches. */
export function runsBox(runs: readonly TextRun[], measurer: TextMeasurer): Box {
  const box = new Box();
  for (const run of runs) {
    if (!run.text) continue;
    const { bold, fontSize, mono, italic } = run.style;
    const metrics = lineMetrics(measurer.face(run.style), fontSize);
    let above = metrics.ascent;
    let below = metrics.descent;
    if (!INSIDE.test(run.text)) {
      const letters = mono || italic ? NO_OVERHANG : hintedOverhang(run.text, fontSize, bold);
      const emoji = emojiOverhang(run.text, fontSize, metrics);
      const ink = FAR_REACHING.test(run.text)
        ? measurer.inkReach(run.text, fontSize, run.style)
        : NO_OVERHANG;
      above = Math.max(above + Math.max(letters.above, emoji.above), ink.above);
      below = Math.max(below + Math.max(letters.below, emoji.below), ink.below);
    }
    const { left, right } = measurer.inkOverhang(run.text, fontSize, run.style);
    box.addRect(run.x - left, run.y - above, left + run.width + right, above + below);
  }
  return box;
}
