import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import type { CellSize } from "./image/fit.js";
import type { Rgb } from "./image/picture.js";

/** What a terminal said about itself. */
export interface TerminalAnswers {
  readonly kittyGraphics: boolean;
  readonly sixel: boolean;
  readonly background?: Rgb;
  readonly cell?: CellSize;
  /** The pixels of all cells together, for terminals that do not tell the size of one. */
  readonly textArea?: CellSize;
  readonly sixelLimit?: CellSize;
}

const KITTY_QUESTION = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

/**
 * All questions in one write. The last one (primary device attributes) is answered by every terminal, so its
 * answer ends the wait, and what was not answered before it will not be.
 */
const QUESTIONS = [
  // Background colour, window and cell in pixels, sixel pictures now and at most.
  "\x1b]11;?\x1b\\",
  "\x1b[14t",
  "\x1b[16t",
  "\x1b[?2;1;0S",
  "\x1b[?2;4;0S",
  "\x1b[c",
].join("");

const DEVICE_ATTRIBUTES = /\x1b\[\?([\d;]*)c/;
const ANSWERS =
  /\x1b_G[^\x1b]*\x1b\\|\x1b\]11;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[46];\d+;\d+t|\x1b\[\?\d+;\d+(?:;\d+)*S|\x1b\[\?[\d;]*c/g;

/** Reads the answers out of what came in; undefined until the last question is answered. */
export function parseAnswers(
  input: string,
): { answers: TerminalAnswers; /** What the user typed meanwhile. */ rest: string } | undefined {
  const attributes = DEVICE_ATTRIBUTES.exec(input)?.[1];
  if (attributes === undefined) return undefined;
  const background = parseColour(/\x1b\]11;([^\x07\x1b]*)/.exec(input)?.[1]);
  const cell = parseSize(/\x1b\[6;(\d+);(\d+)t/.exec(input));
  const area = parseSize(/\x1b\[4;(\d+);(\d+)t/.exec(input));
  // Two questions about sixel pictures: how large they may be now (for xterm, its window) and how large at most.
  const [now, limit = now] = [...input.matchAll(/\x1b\[\?2;0;(\d+);(\d+)S/g)].map(parseSize);
  const textArea = area ? { width: area.second, height: area.first } : now && asWidthHeight(now);
  return {
    answers: {
      kittyGraphics: /\x1b_G[^\x1b]*;OK\x1b\\/.test(input),
      sixel: attributes.split(";").slice(1).includes("4"),
      ...(background ? { background } : {}),
      ...(cell ? { cell: { width: cell.second, height: cell.first } } : {}),
      ...(textArea ? { textArea } : {}),
      ...(limit ? { sixelLimit: asWidthHeight(limit) } : {}),
    },
    rest: input.replace(ANSWERS, ""),
  };
}

function parseSize(match: RegExpExecArray | null): { first: number; second: number } | undefined {
  const first = Number(match?.[1]);
  const second = Number(match?.[2]);
  return first > 0 && second > 0 ? { first, second } : undefined;
}

const asWidthHeight = (size: { first: number; second: number }) => ({
  width: size.first,
  height: size.second,
});

/** `rgb:ffff/ffff/ffff` with one to four digits a channel, as X11 writes colours. */
function parseColour(text: string | undefined): Rgb | undefined {
  const match = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(text ?? "");
  if (!match) return undefined;
  return [channel(match[1]), channel(match[2]), channel(match[3])];
}

const channel = (digits = "0") => Math.round((parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);

export interface QueryOptions {
  /** Whether to ask for kitty's pictures too. tmux would take that question for a window title. */
  readonly askKitty: boolean;
  readonly timeoutMs: number;
}

/**
 * Asks the terminal, over a connection of its own so that standard input is left alone. It is in raw mode
 * meanwhile, so no answer is echoed. Without an answer to the last question within the time limit there are none.
 */
export async function queryTerminal(
  write: (text: string) => void,
  { askKitty, timeoutMs }: QueryOptions,
): Promise<{ answers?: TerminalAnswers; /** What the user typed meanwhile. */ typed: string }> {
  const input = openTerminal();
  if (!input) return { typed: "" };
  let received = "";
  try {
    input.setRawMode(true);
    const ended = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      const finish = () => {
        clearTimeout(timer);
        resolve();
      };
      input.on("data", (data: Buffer) => {
        received += data.toString("latin1");
        if (DEVICE_ATTRIBUTES.test(received)) finish();
      });
      input.on("end", finish).on("error", finish);
    });
    write(askKitty ? KITTY_QUESTION + QUESTIONS : QUESTIONS);
    await ended;
    input.setRawMode(false);
  } catch {
    // A terminal that cannot be set is not asked.
  } finally {
    input.destroy();
  }
  const parsed = parseAnswers(received);
  return parsed ? { answers: parsed.answers, typed: parsed.rest } : { typed: received.replace(ANSWERS, "") };
}

function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}
