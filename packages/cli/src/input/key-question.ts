/**
 * Questions that are answered by keys. Nothing that was typed before a question, or while it appeared, answers it; what was typed
 * before it waits for the prompt.
 */
import { wrapWords } from "@framework/shared/format";
import { wordOf } from "./prompter.js";
import type { Keyboard } from "./keyboard.js";
import type { Key } from "./keys.js";

/** As long as this nobody can have read what there is to decide. */
export const READING_MS = 300;

interface Terminal {
  readonly columns?: number;
  write(text: string): unknown;
}

/** Puts a question, broken between words: the last cell stays free, because at the edge terminals differ. */
const put = (question: string, terminal: Terminal) =>
  void terminal.write(wrapWords(question, (terminal.columns || 80) - 1));

/** The word whose first letter was pressed; undefined when the user backs out. */
export async function chooseByKey<Word extends string>(
  { keyboard, terminal }: { keyboard: Keyboard; terminal: Terminal },
  question: string,
  words: readonly Word[],
  signal: AbortSignal,
): Promise<Word | undefined> {
  return layingAside(keyboard, async () => {
    if (!(await dropKeys(keyboard, signal))) return undefined;
    put(question, terminal);
    const word = await takeKeys<Word>(keyboard, signal, (key) =>
      key.kind === "text" ? wordOf(key.text, words) : undefined,
    );
    terminal.write(`${word ?? ""}\r\n`);
    return word;
  });
}

/** A line that was ended with Enter; undefined when the user backs out. */
export async function lineByKeys(
  { keyboard, terminal }: { keyboard: Keyboard; terminal: Terminal },
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return layingAside(keyboard, async () => {
    if (!(await dropKeys(keyboard, signal))) return undefined;
    put(question, terminal);
    let line = "";
    const entered = await takeKeys(keyboard, signal, (key) => {
      if (key.kind === "text") {
        line += key.text;
        terminal.write(key.text);
      } else if (key.kind === "key" && key.name === "backspace" && line !== "") {
        line = line.slice(0, -1);
        terminal.write("\b \b");
      } else if (key.kind === "key" && key.name === "enter") return line;
      return undefined;
    });
    terminal.write("\r\n");
    return entered;
  });
}

async function layingAside<Answer>(keyboard: Keyboard, ask: () => Promise<Answer>): Promise<Answer> {
  const putBack = keyboard.layAside();
  try {
    return await ask();
  } finally {
    putBack();
  }
}

/** Takes keys until one gives an answer, or the user leaves. */
function takeKeys<Answer>(
  keyboard: Keyboard,
  signal: AbortSignal,
  press: (key: Key) => Answer | undefined,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | undefined) => {
      release();
      signal.removeEventListener("abort", onAbort);
      resolve(answer);
    };
    const onAbort = () => finish(undefined);
    signal.addEventListener("abort", onAbort, { once: true });
    const release = keyboard.take((keys) => {
      for (const key of keys) {
        if (isLeaving(key)) return leave(key, keyboard, () => finish(undefined));
        const answer = press(key);
        if (answer !== undefined) return finish(answer);
      }
      return undefined;
    });
  });
}

/** Forgets all keys of the first moment; false when the user left in it. */
function dropKeys(keyboard: Keyboard, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (goesOn: boolean) => {
      clearTimeout(timer);
      release();
      signal.removeEventListener("abort", onAbort);
      keyboard.layAside();
      resolve(goesOn);
    };
    const onAbort = () => finish(false);
    signal.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => finish(true), READING_MS);
    const release = keyboard.take((keys) => {
      const last = keys.find(
        (key) => key.kind === "key" && (key.name === "interrupt" || key.name === "hang-up"),
      );
      if (last) leave(last, keyboard, () => finish(false));
    });
  });
}

const isLeaving = (key: Key): boolean =>
  key.kind === "key" && (key.name === "interrupt" || key.name === "escape" || key.name === "hang-up");

function leave(key: Key, keyboard: Keyboard, finish: () => void): void {
  finish();
  if (key.kind === "key" && key.name === "interrupt") keyboard.onInterrupt?.();
}
