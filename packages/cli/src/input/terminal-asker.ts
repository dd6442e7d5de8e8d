/** Reads an answer from the terminal outside the interactive chat, where nothing else reads keys. */
import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { Keyboard } from "./keyboard.js";
import { chooseByKey, lineByKeys } from "./key-question.js";
import { canMoveIn } from "../output/can-move.js";
import { PlainPrompter } from "./plain-prompter.js";
import type { Asker } from "./prompter.js";

/** Ctrl-C cancels the turn as it does elsewhere; a closed terminal is no answer. */
export async function withAsker<Answer>(
  signal: AbortSignal,
  ask: (asker: Asker) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const input = openKeyboard();
  if (!input) return undefined;
  const { asker, close } = askerOn(input, signal);
  try {
    return await ask(asker);
  } finally {
    await close();
    if (input !== process.stdin) input.destroy();
  }
}

function askerOn(
  input: ReadStream,
  signal: AbortSignal,
): { asker: Asker; close: () => void | Promise<void> } {
  // Whoever reads the keys hears of the signal too; the turn is to be cancelled once.
  const onInterrupt = () => {
    if (!signal.aborted) process.emit("SIGINT");
  };
  const terminal = process.stderr;
  if (!canMoveIn(terminal)) {
    const prompter = new PlainPrompter(input, (text) => terminal.write(text));
    prompter.onInterrupt = onInterrupt;
    return { asker: prompter, close: () => prompter.close() };
  }
  const keyboard = new Keyboard(input, terminal);
  keyboard.open();
  keyboard.onInterrupt = onInterrupt;
  const place = { keyboard, terminal };
  return {
    asker: {
      choose: (question, words, until) => chooseByKey(place, question, words, until),
      line: (question, until) => lineByKeys(place, question, until),
    },
    close: () => keyboard.close(),
  };
}

/** Standard input may be the prompt; the person is at the terminal all the same. */
function openKeyboard(): ReadStream | undefined {
  if (process.stdin.isTTY) return process.stdin;
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}
