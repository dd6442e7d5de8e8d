/** The boxes of what rough.js has just written, so that measuring need not read thousands of numbers from its text again. */
import type { Segment } from "../layout/path-data.js";
import { keepPathBox } from "../layout/path-geometry.js";

/** A piece of a path as rough.js has it before it is text. */
export interface RoughOperation {
  readonly op: "move" | "lineTo" | "bcurveTo";
  readonly data: readonly number[];
}

/** Keeps the box of the path `text`, which was written from `operations` without rounding. */
export function keepRoughBox(text: string, operations: readonly RoughOperation[]): void {
  const segments: Segment[] = [];
  for (const { op, data } of operations) {
    const [first = 0, second = 0] = data;
    // What is no number is no number in the text either, and reads as something else.
    for (const value of data) if (!Number.isFinite(value)) return;
    if (op === "bcurveTo")
      segments.push({
        type: "curve",
        x1: first,
        y1: second,
        x2: data[2] ?? 0,
        y2: data[3] ?? 0,
        x: data[4] ?? 0,
        y: data[5] ?? 0,
      });
    else segments.push({ type: op === "move" ? "move" : "line", x: first, y: second });
  }
  keepPathBox(text, segments);
}
