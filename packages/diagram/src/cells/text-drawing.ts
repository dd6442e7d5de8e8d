/** A diagram as text: painted by its kind, with its title, written out in lines. */
import { Canvas } from "./canvas.js";
import { PAINTERS } from "./kinds/painters.js";
import { parseLabel } from "./label.js";
import type { TextSettings } from "../protocol.js";
import { lineCells, wrapLines } from "./rich-text.js";

/** A diagram as text. */
export interface TextDrawing {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** Whether everything that the diagram says is there, and nothing is wider than asked. */
  readonly complete: boolean;
}

/** Draws what Mermaid parsed; null when there is no painter for the kind. */
export function drawText(kind: string, db: object, title: string, options: TextSettings): TextDrawing | null {
  const painter = PAINTERS[kind];
  if (!painter) return null;
  const { columns, color, background } = options;
  const hasColor = color !== "none";
  const painting = painter(db, { columns, hasColor, hasShades: hasColor && color !== 16, background });
  const whole = withTitle(painting.canvas, painting.title ?? title, columns);
  const written = whole.write(options);
  return {
    text: written.lines.map((line) => `${line}\n`).join(""),
    columns: written.columns,
    rows: written.lines.length,
    complete: written.columns <= columns && whole.collisions === 0 && !whole.isCropped,
  };
}

function withTitle(drawing: Canvas, title: string, columns: number): Canvas {
  const lines = wrapLines(parseLabel(title), columns);
  if (lines.length === 0) return drawing;
  const { first, last, top } = drawing.extent();
  const whole = new Canvas();
  for (const [index, line] of lines.entries()) {
    const free = last - first + 1 - lineCells(line);
    whole.label(Math.max(0, first + Math.floor(free / 2)), index, line, { bold: true });
  }
  whole.draw(drawing, 0, lines.length + 1 - top);
  return whole;
}
