/** Asking the terminal what it can do, without leaving an answer on the screen or in the input. */
import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { DEVICE_ATTRIBUTES, parseAnswers, type TerminalAnswers, withoutAnswers } from "./answers.js";

/** Where the text of the question is shown instead of being understood, it is wiped from where it began. */
const KITTY_QUESTION = "\x1b7\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b8\x1b[K";

/**
 * All questions in one write. The last one (primary device attributes) is answered by every terminal, so its
 * answer ends the wait, and what was not answered before it will not be.
 */
const QUESTIONS = [
  // Name and version, background colour, window and cell in pixels, sixel pictures now and at most.
  "\x1b[>q",
  "\x1b]11;?\x1b\\",
  "\x1b[14t",
  "\x1b[16t",
  "\x1b[?2;1;0S",
  "\x1b[?2;4;0S",
  "\x1b[c",
].join("");

const INTERRUPT = "\x03";

export interface QueryOptions {
  /** Whether to ask for kitty's pictures too. tmux would take that question for a window title. */
  readonly askKitty: boolean;
  /** For so long answers are waited for. */
  readonly timeoutMs: number;
  /** For so long after that nothing that comes is shown or left to others. */
  readonly lateMs: number;
  /** Takes what the user typed meanwhile. */
  readonly onTyped: (typed: string) => void;
}

let endLate = () => {};

/** Ends the wait for late answers: somebody else reads from the terminal now. */
export const leaveLateAnswers = (): void => endLate();

/**
 * Asks the terminal, over a connection of its own so that standard input is left alone. It is in raw mode
 * meanwhile, so no answer is echoed. Without an answer to the last question within the time limit there are none, but
 * over a slow line they may still be on their way: they are then taken in the background, for the program does not end before.
 */
export async function queryTerminal(
  write: (text: string) => void,
  { askKitty, timeoutMs, lateMs, onTyped }: QueryOptions,
): Promise<TerminalAnswers | undefined> {
  const input = openTerminal();
  if (!input) return undefined;
  let received = "";
  const isOver = () => DEVICE_ATTRIBUTES.test(received) || received.includes(INTERRUPT);
  const close = () => {
    endLate = () => {};
    if (input.destroyed) return;
    input.setRawMode(false);
    input.destroy();
    const typed = withoutAnswers(received);
    // In raw mode Ctrl-C is a character like any other; what it means must not wait.
    if (typed.includes(INTERRUPT)) process.kill(process.pid, "SIGINT");
    if (typed !== "") onTyped(typed.replaceAll(INTERRUPT, ""));
  };
  const ended = (limit: number) =>
    new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        resolve();
      };
      // Clocks come before input: what came while the program was busy is still to be read.
      const timer = setTimeout(() => setImmediate(finish), limit);
      input.on("data", () => isOver() && finish());
      input.on("close", finish).on("end", finish).on("error", finish);
    });
  try {
    input.setRawMode(true);
    input.on("data", (data: Buffer) => (received += data.toString("latin1")));
    const inTime = ended(timeoutMs);
    write(askKitty ? KITTY_QUESTION + QUESTIONS : QUESTIONS);
    await inTime;
  } catch {
    // A terminal that cannot be set is not asked.
    input.destroy();
    return undefined;
  }
  const answers = parseAnswers(received);
  if (isOver()) close();
  else {
    endLate = close;
    void ended(lateMs).then(close);
  }
  return answers;
}

function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}
