/** What a session of the chat commands has: the profile's tools, and somebody to ask where there is a terminal. */
import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { type Approval, type Approve, loadTools, type SessionOptions } from "@framework/shared";
import type { ChatFlags } from "../commands/chat.js";
import type { Configured } from "./client-options.js";
import { type Choose, wordOf } from "../input/prompter.js";
import type { Output } from "../output/output.js";

export async function sessionOptions(
  { profile }: Configured,
  flags: ChatFlags,
  output: Output,
  choose: Choose,
): Promise<SessionOptions> {
  return {
    ...(flags.system !== undefined && { system: flags.system }),
    tools: await loadTools(profile?.plugins ?? []),
    autoApprove: flags.yes ?? false,
    ...(process.stderr.isTTY && { approve: approving(output, choose) }),
  };
}

const ANSWERS: readonly Approval[] = ["yes", "no", "always"];

/** Shows what a call would do and asks whether it may. No answer is a no. */
function approving(output: Output, choose: Choose): Approve {
  return async (call, tool, { preview, signal }) => {
    await output.pause(preview ?? JSON.stringify(call.arguments, undefined, 2));
    const { oneLine } = await import("../output/tool-display.js");
    const question = `Run ${oneLine(tool.name)}? [y]es, [n]o, [a]lways in this chat: `;
    const answer = await choose(question, ANSWERS, signal);
    output.resume();
    return answer ?? "no";
  };
}

/** Asks outside the interactive chat. Ctrl-C cancels the turn as it does elsewhere; a closed terminal is no answer. */
export const askOnTerminal: Choose = async (question, words, signal) => {
  const keyboard = openKeyboard();
  if (!keyboard) return undefined;
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: keyboard, output: process.stderr });
  lines.on("SIGINT", () => process.emit("SIGINT"));
  const closed = new AbortController();
  lines.once("close", () => closed.abort());
  try {
    for (;;) {
      const text = await lines.question(question, { signal: AbortSignal.any([signal, closed.signal]) });
      const word = wordOf(text, words);
      if (word) return word;
    }
  } catch {
    return undefined;
  } finally {
    lines.close();
    if (keyboard !== process.stdin) keyboard.destroy();
  }
};

/** Standard input may be the prompt; the person is at the terminal all the same. */
function openKeyboard(): ReadStream | undefined {
  if (process.stdin.isTTY) return process.stdin;
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}
