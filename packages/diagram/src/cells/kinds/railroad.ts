/** Grammars as railway tracks: whoever follows the line reads a valid sentence. */
import { Canvas } from "../canvas.js";
import { DOWN, LEFT, RIGHT, UP } from "../glyphs.js";
import { labelText } from "../label.js";
import { cellsOf } from "../width.js";
import type { Painter } from "./scene.js";
import { Sheet } from "./sheet.js";

interface Expression {
  readonly type: string;
  readonly value?: string;
  readonly name?: string;
  readonly text?: string;
  readonly elements?: readonly Expression[];
  readonly alternatives?: readonly Expression[];
  readonly element?: Expression;
  readonly separator?: Expression;
  readonly min?: number;
  readonly max?: number | null;
}

interface RailroadDb {
  getRules(): readonly {
    readonly name: string;
    readonly definition: Expression;
    readonly comment?: string;
  }[];
  getTitle?(): string;
}

/** A stretch of track: comes in at the left and goes out at the right, both in row `line`. */
interface Track {
  readonly canvas: Canvas;
  readonly width: number;
  readonly height: number;
  readonly line: number;
}

const MOST_DEPTH = 40;

export const paintRailroad: Painter = (db, scene) => {
  const railroad = db as RailroadDb;
  const sheet = new Sheet(scene.columns);
  for (const { name, definition, comment } of railroad.getRules()) {
    sheet.gap();
    sheet.write(0, labelText(name), { bold: true });
    if (comment) sheet.write(0, labelText(comment), { italic: true });
    const track = trackOf(definition, 0);
    if (track.width + 6 <= scene.columns) {
      const row = sheet.row + track.line;
      sheet.canvas.draw(track.canvas, 3, sheet.row);
      sheet.canvas.sign(0, row, "○");
      sheet.canvas.signs(1, row, "──");
      sheet.canvas.signs(3 + track.width, row, "──");
      sheet.canvas.sign(5 + track.width, row, "◉");
      sheet.row += track.height;
    } else sheet.write(2, `= ${textOf(definition, 0)}`);
  }
  return { canvas: sheet.canvas, title: railroad.getTitle?.() ?? "" };
};

function trackOf(expression: Expression, depth: number): Track {
  const { elements = [], alternatives = [], element } = expression;
  if (depth > MOST_DEPTH) return station("[…]");
  switch (expression.type) {
    case "sequence":
      return elements.length > 0 ? inRow(elements.map((one) => trackOf(one, depth + 1))) : rail(1);
    case "choice":
      return beside(alternatives.map((one) => trackOf(one, depth + 1)));
    case "optional":
      return beside([rail(1), element ? trackOf(element, depth + 1) : rail(1)]);
    case "repetition": {
      const once = element ? trackOf(element, depth + 1) : rail(1);
      const back = expression.separator ? trackOf(expression.separator, depth + 1) : rail(1);
      const loop = looped(once, back, repeatText(expression));
      return (expression.min ?? 0) === 0 ? beside([rail(1), loop]) : loop;
    }
    default:
      return station(stationText(expression));
  }
}

function stationText({ type, value, name, text }: Expression): string {
  if (type === "terminal") return `( ${labelText(value)} )`;
  return type === "nonterminal" ? `[ ${labelText(name)} ]` : `? ${labelText(text)} ?`;
}

/** How often, where it is not any number of times. */
function repeatText({ min = 0, max }: Expression): string {
  if (max === null || max === undefined || !Number.isFinite(max)) return min > 1 ? `${min}+` : "";
  return min === max ? `${min}` : `${min}..${max}`;
}

function station(text: string): Track {
  const canvas = new Canvas();
  canvas.label(0, 0, text);
  return { canvas, width: cellsOf(text), height: 1, line: 0 };
}

function rail(width: number): Track {
  const canvas = new Canvas();
  for (let column = 0; column < width; column += 1) canvas.line(column, 0, LEFT | RIGHT);
  return { canvas, width, height: 1, line: 0 };
}

function run(canvas: Canvas, from: number, to: number, row: number): void {
  for (let column = from; column < to; column += 1) canvas.line(column, row, LEFT | RIGHT);
}

function inRow(tracks: readonly Track[]): Track {
  const line = Math.max(...tracks.map((track) => track.line));
  const below = Math.max(...tracks.map((track) => track.height - track.line));
  const canvas = new Canvas();
  let column = 0;
  for (const [index, track] of tracks.entries()) {
    if (index > 0) {
      run(canvas, column, column + 2, line);
      column += 2;
    }
    canvas.draw(track.canvas, column, line - track.line);
    column += track.width;
  }
  return { canvas, width: column, height: line + below, line };
}

/** One of several: the first goes straight on, the others branch off below. */
function beside(tracks: readonly Track[]): Track {
  const inner = Math.max(...tracks.map((track) => track.width));
  const canvas = new Canvas();
  const [first] = tracks;
  const line = first?.line ?? 0;
  const right = inner + 3;
  let top = 0;
  let last = line;
  for (const track of tracks) {
    const row = top + track.line;
    const start = 2 + Math.floor((inner - track.width) / 2);
    canvas.draw(track.canvas, start, top);
    run(canvas, 1, start, row);
    run(canvas, start + track.width, right, row);
    if (row !== line) {
      canvas.line(0, row, UP | RIGHT, { round: true });
      canvas.line(right, row, UP | LEFT, { round: true });
      for (let at = last + 1; at < row; at += 1)
        for (const column of [0, right]) canvas.line(column, at, UP | DOWN);
      for (const column of [0, right]) canvas.line(column, last, DOWN);
      last = row;
    }
    top += track.height;
  }
  canvas.line(0, line, LEFT | RIGHT);
  canvas.line(right, line, LEFT | RIGHT);
  return { canvas, width: right + 1, height: top, line };
}

/** Once or more: the way back runs below. */
function looped(once: Track, back: Track, text: string): Track {
  const inner = Math.max(once.width, back.width + 2, cellsOf(text) + 4);
  const canvas = new Canvas();
  const right = inner + 3;
  const start = 2 + Math.floor((inner - once.width) / 2);
  canvas.draw(once.canvas, start, 0);
  run(canvas, 0, start, once.line);
  run(canvas, start + once.width, right + 1, once.line);
  const row = once.height + back.line;
  const backStart = 2 + Math.floor((inner - back.width) / 2);
  canvas.draw(back.canvas, backStart, once.height);
  run(canvas, 1, backStart, row);
  run(canvas, backStart + back.width, right, row);
  for (const column of [0, right]) {
    canvas.line(column, once.line, DOWN);
    for (let at = once.line + 1; at < row; at += 1) canvas.line(column, at, UP | DOWN);
  }
  canvas.line(0, row, UP | RIGHT, { round: true });
  canvas.line(right, row, UP | LEFT, { round: true });
  canvas.sign(right - 1, row, "◄");
  if (text) canvas.label(2, row + back.height - back.line, text);
  return { canvas, width: right + 1, height: once.height + back.height + (text ? 1 : 0), line: once.line };
}

/** The same in the signs of grammars. */
function textOf(expression: Expression, depth: number): string {
  const { elements = [], alternatives = [], element, separator } = expression;
  if (depth > MOST_DEPTH) return "…";
  const inner = element ? textOf(element, depth + 1) : "";
  switch (expression.type) {
    case "sequence":
      return elements.map((one) => textOf(one, depth + 1)).join(" ");
    case "choice":
      return `( ${alternatives.map((one) => textOf(one, depth + 1)).join(" | ")} )`;
    case "optional":
      return `( ${inner} )?`;
    case "repetition": {
      const between = separator ? ` / ${textOf(separator, depth + 1)}` : "";
      return `( ${inner}${between} )${(expression.min ?? 0) === 0 ? "*" : "+"}${repeatText(expression)}`;
    }
    default:
      return expression.type === "terminal"
        ? `"${labelText(expression.value)}"`
        : labelText(expression.name ?? expression.text);
  }
}
