/** Reading what a terminal said about itself out of what came in. */
import type { CellSize } from "./image/fit.js";
import type { Rgb } from "./image/picture.js";

/** What a terminal said about itself. */
export interface TerminalAnswers {
  readonly kittyGraphics: boolean;
  readonly sixel: boolean;
  /** Its name and version. */
  readonly version?: string;
  readonly background?: Rgb;
  readonly cell?: CellSize;
  /** The pixels of all cells together; a side that the terminal does not tell is missing. */
  readonly textArea?: Partial<CellSize>;
  readonly sixelLimit?: CellSize;
}

/** The answer to the last question. */
export const DEVICE_ATTRIBUTES = /\x1b\[\?([\d;]*)c/;
const ANSWERS =
  /\x1b_G[^\x1b]*\x1b\\|\x1bP>\|[^\x1b]*\x1b\\|\x1b\]11;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[46];\d+;\d+t|\x1b\[\?\d+;\d+(?:;\d+)*S|\x1b\[\?[\d;]*c/g;

/** What the user typed while the terminal was asked. */
export const withoutAnswers = (input: string): string => input.replace(ANSWERS, "");

/** Reads the answers; undefined until the last question is answered. */
export function parseAnswers(input: string): TerminalAnswers | undefined {
  const attributes = DEVICE_ATTRIBUTES.exec(input)?.[1];
  if (attributes === undefined) return undefined;
  const version = /\x1bP>\|([^\x1b]{1,80})\x1b\\/.exec(input)?.[1];
  const background = parseColour(/\x1b\]11;([^\x07\x1b]*)/.exec(input)?.[1]);
  const cell = parseSize(/\x1b\[6;(\d+);(\d+)t/.exec(input));
  const area = parseSize(/\x1b\[4;(\d+);(\d+)t/.exec(input));
  // Two questions about sixel pictures: how large they may be now (for xterm, its window) and how large at most.
  const [now, limit] = [...input.matchAll(/\x1b\[\?2;0;(\d+);(\d+)S/g)].map(parseSize);
  const largest = limit ?? now;
  const textArea = area ? { width: area.second, height: area.first } : now && windowOf(now, limit);
  return {
    kittyGraphics: /\x1b_G[^\x1b]*;OK\x1b\\/.test(input),
    sixel: attributes.split(";").slice(1).includes("4"),
    ...(version !== undefined && { version }),
    ...(background && { background }),
    ...(cell && { cell: { width: cell.second, height: cell.first } }),
    ...(textArea && { textArea }),
    ...(largest && { sixelLimit: { width: largest.first, height: largest.second } }),
  };
}

interface Pair {
  readonly first: number;
  readonly second: number;
}

function parseSize(match: RegExpExecArray | null): Pair | undefined {
  const first = Number(match?.[1]);
  const second = Number(match?.[2]);
  return first > 0 && second > 0 ? { first, second } : undefined;
}

/** A side as long as the longest picture is cut there: it says nothing about the window. */
function windowOf(now: Pair, limit: Pair | undefined): Partial<CellSize> {
  return {
    ...(now.first !== limit?.first && { width: now.first }),
    ...(now.second !== limit?.second && { height: now.second }),
  };
}

/** `rgb:ffff/ffff/ffff` with one to four digits a channel, as X11 writes colours. */
function parseColour(text: string | undefined): Rgb | undefined {
  const match = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(text ?? "");
  if (!match) return undefined;
  return [channel(match[1]), channel(match[2]), channel(match[3])];
}

const channel = (digits = "0") => Math.round((parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
