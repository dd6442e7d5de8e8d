/** The question whether a tool call may run, asked on the terminal. */
import { openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { ReadStream } from "node:tty";
import type { Approval, Approve } from "@framework/shared";
import { sanitize } from "@framework/shared/terminal";

const answers: Readonly<Record<string, Approval>> = {
  y: "yes",
  yes: "yes",
  n: "no",
  no: "no",
  a: "always",
  always: "always",
};

/** Asks on stderr; Ctrl-C there cancels the turn as it does elsewhere. A closed terminal means no. */
export const askOnTerminal: Approve = async (call, tool, { preview, signal }) => {
  const keyboard = openKeyboard();
  if (!keyboard) return "no";
  const lines = createInterface({ input: keyboard, output: process.stderr });
  lines.on("SIGINT", () => process.emit("SIGINT"));
  const closed = new AbortController();
  lines.once("close", () => closed.abort());
  try {
    process.stderr.write(`${sanitize(preview ?? JSON.stringify(call.arguments)).trimEnd()}\n`);
    for (;;) {
      const text = await lines.question(`Run ${tool.name}? [y]es, [n]o, [a]lways in this chat: `, {
        signal: AbortSignal.any([signal, closed.signal]),
      });
      const answer = answers[text.trim().toLowerCase()];
      if (answer) return answer;
    }
  } catch {
    return "no";
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
