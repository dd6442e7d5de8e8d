// A diagram as text: which painter draws which kind.
import { Canvas } from "./canvas.js";
import { fitGraph } from "./graph/fit.js";
import { graphFromData } from "./graph/from-data.js";
import type { MermaidGraph } from "./graph/mermaid-data.js";
import { drawSequence } from "./kinds/sequence/sequence.js";
import type { SequenceDb } from "./kinds/sequence/script.js";
import type { ColorDepth, Rgb } from "./palette.js";
import { lineCells, wrapLines } from "./rich-text.js";
import { parseLabel } from "./label.js";

/** How a diagram is drawn as text. */
export interface TextOptions {
  readonly columns: number;
  readonly color: ColorDepth;
  readonly ascii: boolean;
  /** What is behind the text, where it is known. */
  readonly background: Rgb | null;
}

/** A diagram as text. */
export interface TextDrawing {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** Whether everything that the diagram says is there. */
  readonly complete: boolean;
}

/** What painters are given. */
export interface PaintRequest {
  readonly type: string;
  readonly db: object;
  readonly title: string;
  readonly options: TextOptions;
}

/** What a painter made. */
export interface Painting {
  readonly canvas: Canvas;
  readonly complete: boolean;
  /** Whether the painter wrote the title itself. */
  readonly hasTitle: boolean;
}

interface GraphDb {
  getData?(): MermaidGraph;
  getDirection?(): string;
}

/** Draws a parsed diagram; null when no painter knows its kind. */
export function paint(request: PaintRequest): Painting | null {
  const { db, options } = request;
  if (request.type === "sequence")
    return {
      canvas: drawSequence(db as SequenceDb, options.columns, options.background),
      complete: true,
      hasTitle: false,
    };
  const graphDb = db as GraphDb;
  if (graphDb.getData) {
    const data = graphDb.getData();
    const graph = graphFromData(data, request.title, data.direction ?? graphDb.getDirection?.());
    return { canvas: fitGraph(graph, options.columns, options.background), complete: true, hasTitle: false };
  }
  return null;
}

/** Writes a painting out, below its title. */
export function writeOut(painting: Painting, title: string, options: TextOptions): TextDrawing {
  const written = painting.canvas.write(options);
  const top = new Canvas();
  if (title && !painting.hasTitle)
    for (const [index, line] of wrapLines(parseLabel(title), options.columns).entries())
      top.label(Math.max(1, 1 + Math.floor((written.columns - lineCells(line)) / 2)), index, line, {
        bold: true,
      });
  const head = top.height > 0 ? [...writeIndented(top, options), ""] : [];
  const lines = [...head, ...written.lines];
  return {
    text: lines.map((line) => `${line}\n`).join(""),
    columns: written.columns,
    rows: lines.length,
    complete: painting.complete,
  };
}

function writeIndented(canvas: Canvas, options: TextOptions): readonly string[] {
  // The first column keeps what is to its right at its place.
  return canvas.write(options).lines;
}
