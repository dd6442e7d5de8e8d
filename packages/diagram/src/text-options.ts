/** The options of a drawing as text, and the same checked. */
import { parseColor } from "./css/color.js";
import { DEFAULT_TIMEOUT_MS } from "./limits.js";
import type { TextSettings } from "./protocol.js";

/** How a diagram is drawn as text. */
export interface DiagramTextOptions {
  /** Asks for text; without it `renderDiagram` draws a picture. */
  readonly format: "text";
  /** How many columns there are; nothing is wider. 80 by default. */
  readonly columns?: number;
  /** How many colours the terminal has; "none" by default. */
  readonly color?: "none" | 16 | 256 | "truecolor";
  /** Whether lines are box-drawing characters (the default) or plain ASCII; labels stay as they are. */
  readonly glyphs?: "unicode" | "ascii";
  /** The colour behind the text, if it is known: colours that could not be seen on it are left out. */
  readonly background?: string;
  /** Whether a source that is nearly right is mended; the result says what was done. Not by default. */
  readonly repair?: boolean;
  /** Ends the work; the promise is rejected with DiagramCancelledError. */
  readonly signal?: AbortSignal;
  /** How long the work may take once its turn has come; 10 seconds by default. */
  readonly timeoutMs?: number;
}

const LEAST_COLUMNS = 20;
const MOST_COLUMNS = 1_000;

/** Checks options as a caller wrote them; a wrong one is a TypeError that says what is allowed. */
export function resolveTextOptions(options: DiagramTextOptions): {
  text: TextSettings;
  repair: boolean;
  signal: AbortSignal | undefined;
  timeoutMs: number;
} {
  const { columns = 80, color = "none", glyphs = "unicode", timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (!Number.isInteger(columns) || columns < LEAST_COLUMNS || columns > MOST_COLUMNS)
    throw new TypeError(
      `columns must be a whole number from ${LEAST_COLUMNS} to ${MOST_COLUMNS}, not ${columns}`,
    );
  if (color !== "none" && color !== 16 && color !== 256 && color !== "truecolor")
    throw new TypeError('color must be "none", 16, 256 or "truecolor"');
  if (glyphs !== "unicode" && glyphs !== "ascii") throw new TypeError('glyphs must be "unicode" or "ascii"');
  if (!(timeoutMs >= 1 && timeoutMs < 2 ** 31))
    throw new TypeError(`timeoutMs must be a number from 1 to ${2 ** 31 - 1}, not ${timeoutMs}`);
  return {
    text: { columns, color, ascii: glyphs === "ascii", background: backgroundOf(options.background) },
    repair: options.repair ?? false,
    signal: options.signal,
    timeoutMs,
  };
}

function backgroundOf(source: string | undefined): readonly [number, number, number] | null {
  if (source === undefined) return null;
  const color = parseColor(source);
  if (!color)
    throw new TypeError(`background must be a CSS colour or "transparent", not ${JSON.stringify(source)}`);
  return color[3] === 0 ? null : [Math.round(color[0]), Math.round(color[1]), Math.round(color[2])];
}
