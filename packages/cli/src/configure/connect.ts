/** Connecting, with the user told what it waits for. */
import type { Client } from "@framework/shared";
import type { Output } from "../output/output.js";

/** Connects, and says what to. */
export async function connect(
  client: Client,
  model: string | undefined,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.connect(null, null, model, {
      signal,
      onProgress: (text) => output.status(text),
      onNotice: (text) => {
        output.status();
        output.note(text);
      },
    });
  } finally {
    output.status();
  }
  output.start(client);
}
