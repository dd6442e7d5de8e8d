/** Drawings that can be read at the size there is room for: turned where that helps. */

/** Lower letters cannot be read. */
const LEAST_LETTERS = 9;
/** How high Mermaid's letters are in a drawing of its own size. */
const FULL_LETTERS = 16;
/** Turned by a reader's eyes, a drawing has to be that much easier to read. */
const WORTH_TURNING = 1.25;

export interface LegibleDrawing<T> {
  readonly drawing: T;
  /** What the reader is told: why it is not as written, or that it cannot be read. */
  readonly remark?: string;
}

/** Draws a diagram; where its letters get too small, also with its direction turned, and takes what is easier to read. */
export async function drawLegibly<T>(
  source: string,
  draw: (source: string) => Promise<T>,
  scaleOf: (drawing: T) => number,
): Promise<LegibleDrawing<T>> {
  const drawing = await draw(source);
  const scale = scaleOf(drawing);
  if (scale * FULL_LETTERS >= LEAST_LETTERS) return { drawing };
  const other = turned(source);
  const second = other === undefined ? undefined : await draw(other).catch(() => undefined);
  const otherScale = second === undefined ? 0 : scaleOf(second);
  const isTurned = second !== undefined && otherScale > scale * WORTH_TURNING;
  const letters = Math.round(FULL_LETTERS * (isTurned ? otherScale : scale));
  return {
    drawing: isTurned ? second : drawing,
    remark:
      letters < LEAST_LETTERS
        ? `too wide for this window: letters of ${letters} pixels`
        : "turned: it was too wide for this window",
  };
}

/** The diagram with its direction across the lines of text, where it says that it goes along them. */
export function turned(source: string): string | undefined {
  const turn = (pattern: RegExp) =>
    source.replace(
      pattern,
      (_, before: string, direction: string) => before + (direction === "LR" ? "TB" : "BT"),
    );
  const header = turn(
    /^(\s*(?:(?:---\n[^]*?\n---|%%[^\n]*)\s*)*(?:graph|flowchart(?:-elk)?)[ \t]+)(LR|RL)\b/,
  );
  if (header !== source) return header;
  // What is said before the first brace is said of the whole.
  const whole = turn(
    /^(\s*(?:stateDiagram|classDiagram|erDiagram|requirementDiagram)\S*(?:(?!\{)[^])*?\n[ \t]*direction[ \t]+)(LR|RL)\b/,
  );
  return whole === source ? undefined : whole;
}
