/** Drawings that can be read at the size there is room for: turned where that helps. */

/** Lower letters cannot be read. */
const LEAST_LETTERS = 9;
/** How high Mermaid's letters are in a drawing of its own size. */
const FULL_LETTERS = 16;
/** Turned by a reader's eyes, a drawing has to be that much easier to read. */
const WORTH_TURNING = 1.25;

export interface LegibleDrawing<T> {
  readonly drawing: T;
  /** Whether its letters are large enough. */
  readonly isLegible: boolean;
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
  if (scale * FULL_LETTERS >= LEAST_LETTERS) return { drawing, isLegible: true };
  const other = turned(source);
  const second = other === undefined ? undefined : await draw(other).catch(() => undefined);
  const otherScale = second === undefined ? 0 : scaleOf(second);
  const isTurned = second !== undefined && otherScale > scale * WORTH_TURNING;
  const letters = FULL_LETTERS * (isTurned ? otherScale : scale);
  const isLegible = letters >= LEAST_LETTERS;
  return {
    drawing: isTurned ? second : drawing,
    isLegible,
    remark: isLegible
      ? "turned: too wide for this window"
      : `too wide for this window: letters of ${Math.min(LEAST_LETTERS - 1, Math.round(letters))} pixels`,
  };
}

const TURNED: Readonly<Record<string, string>> = { LR: "TB", RL: "BT", TB: "LR", TD: "LR", BT: "RL" };
/** Comments and front matter. */
const PREAMBLE = /^\s*(?:(?:---\n[^]*?\n---|%%[^\n]*)\s*)*/;
const FLOWCHART = /^((?:graph|flowchart(?:-elk)?)\b)(?:[ \t]+(LR|RL|TB|TD|BT)\b)?/;
const OTHERS = /^(?:stateDiagram|classDiagram|erDiagram|requirementDiagram)\S*[ \t]*(?=\n)/;
/** What is said before the first brace is said of the whole. */
const DIRECTION = /^((?:(?!\{)[^])*?\n[ \t]*direction[ \t]+)(LR|RL|TB|TD|BT)\b/;

const GIT = /^gitGraph(?:[ \t]+(LR|TB|BT))?[ \t]*:?/;

/** The diagram with its direction turned, where it has one; without a word, most go down. */
export function turned(source: string): string | undefined {
  const [preamble = ""] = PREAMBLE.exec(source) ?? [];
  const diagram = source.slice(preamble.length);
  const flowchart = FLOWCHART.exec(diagram);
  if (flowchart) {
    const [written, name, direction = "TB"] = flowchart;
    return `${preamble}${name} ${TURNED[direction]}${diagram.slice(written.length)}`;
  }
  const git = GIT.exec(diagram);
  if (git) return `${preamble}gitGraph ${TURNED[git[1] ?? "LR"]}:${diagram.slice(git[0].length)}`;
  const [header] = OTHERS.exec(diagram) ?? [];
  if (header === undefined) return undefined;
  const other = diagram.replace(DIRECTION, (_, before: string, to: string) => before + TURNED[to]);
  return preamble + (other === diagram ? `${header}\ndirection LR${diagram.slice(header.length)}` : other);
}
