/** The interactive chat: a line in, an answer out, until the user leaves. */
import { createInterface } from "node:readline/promises";
import type { Client } from "@framework/shared";
import type { ChatFlags } from "./chat.js";
import { asFrameworkError } from "./failure.js";
import type { Output } from "./output.js";
import { runTurn } from "./turn.js";

/** Ctrl-C cancels a running turn; at the prompt it leaves, as Ctrl-D and /quit do. */
export async function interactive(client: Client, flags: ChatFlags, output: Output): Promise<void> {
  const session = client.createSession(flags.system === undefined ? {} : { system: flags.system });
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  process.stderr.write("Type a message; /quit or Ctrl-D leaves, Ctrl-C cancels an answer.\n");
  try {
    for (;;) {
      const line = await ask(lines);
      if (line === undefined || line.trim() === "/quit") return;
      if (line.trim() === "") continue;
      try {
        await runTurn(session, line, flags, output, lines);
      } catch (error) {
        const { name, message } = asFrameworkError(error);
        process.stderr.write(`${name}: ${message}\n`);
      }
    }
  } finally {
    lines.close();
  }
}

async function ask(lines: ReturnType<typeof createInterface>): Promise<string | undefined> {
  const left = new AbortController();
  const leave = () => left.abort();
  lines.once("close", leave);
  lines.once("SIGINT", leave);
  try {
    return await lines.question("> ", { signal: left.signal });
  } catch {
    return undefined;
  } finally {
    lines.off("close", leave);
    lines.off("SIGINT", leave);
  }
}
