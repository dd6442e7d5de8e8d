/** Connecting, with the user told what it waits for. */
import type { Client } from "@framework/shared";
import type { Output } from "../output/output.js";
import { WaitingLine } from "./waiting-line.js";

/** Connects, and says what to. */
export async function connect(
  client: Client,
  model: string | undefined,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const hasTerminal = process.stdout.isTTY || process.stderr.isTTY;
  const waiting = new WaitingLine("connecting", hasTerminal, (text) => output.status(text));
  try {
    await client.connect(null, null, model, {
      signal,
      onProgress: (text) => {
        waiting.hear();
        output.status(text);
      },
      onNotice: (text) => {
        waiting.hear();
        output.status();
        output.note(text);
      },
    });
  } finally {
    waiting.stop();
    output.status();
  }
  output.start(client);
}
