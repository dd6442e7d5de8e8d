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

/**
 * All questions in one write. The last one (primary device attributes) is answered by every terminal, so its
 * answer ends the wait, and what was not answered before it will not be.
 */
export const TERMINAL_QUESTIONS = [
  "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
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

/** The two ends of the terminal. */
export interface QueryStreams {
  readonly input: ReadStream;
  readonly write: (text: string) => void;
}

/**
 * Asks the terminal. It is in raw mode meanwhile, so no answer is echoed; what the user typed is put back.
 * Gives undefined when nobody answers within the time limit.
 */
export async function queryTerminal(
  streams: QueryStreams,
  timeoutMs: number,
): Promise<TerminalAnswers | undefined> {
  const { input, write } = streams;
  const wasRaw = input.isRaw;
  const wasPaused = input.isPaused() || input.readableFlowing === null;
  let received = "";
  try {
    input.setRawMode(true);
    const answered = new Promise<TerminalAnswers | undefined>((resolve) => {
      const timer = setTimeout(() => finish(undefined), timeoutMs);
      const onData = (data: Buffer | string) => {
        received += typeof data === "string" ? data : data.toString("latin1");
        const parsed = parseAnswers(received);
        if (!parsed) return;
        received = parsed.rest;
        finish(parsed.answers);
      };
      const onEnd = () => finish(undefined);
      const finish = (answers: TerminalAnswers | undefined) => {
        clearTimeout(timer);
        input.off("data", onData).off("end", onEnd).off("error", onEnd);
        resolve(answers);
      };
      input.on("data", onData).on("end", onEnd).on("error", onEnd);
    });
    write(TERMINAL_QUESTIONS);
    return await answered;
  } finally {
    if (wasPaused) input.pause();
    const typed = received.replace(ANSWERS, "");
    if (typed !== "") input.unshift(Buffer.from(typed, "latin1"));
    input.setRawMode(wasRaw);
  }
}

/** Opens the controlling terminal by itself, for when standard input is a pipe. */
export function openTerminalInput(): ReadStream | undefined {
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}
