/** `fw chat`: one turn, or an interactive chat. */
import { text as readAll } from "node:stream/consumers";
import { type BackendFlags, type Configured, configure } from "./client-options.js";
import { reportFailure } from "./failure.js";
import { jsonOutput, type Output, textOutput } from "./output.js";
import { runTurn } from "./turn.js";

export interface ChatFlags extends BackendFlags {
  system?: string;
  stream: boolean;
  json?: boolean;
  yes?: boolean;
  retries: number;
}

export async function chat(prompt: string | undefined, flags: ChatFlags): Promise<void> {
  const output = flags.json ? jsonOutput() : textOutput();
  try {
    await converse(await configure(flags), prompt, flags, output);
  } catch (error) {
    reportFailure(error, flags.json ?? false);
  }
}

/** Connects, says what it connected to, and runs one turn or many. */
export async function converse(
  { client }: Configured,
  prompt: string | undefined,
  flags: ChatFlags,
  output: Output,
): Promise<void> {
  const abort = new AbortController();
  const onSignal = () => abort.abort();
  process.once("SIGINT", onSignal);
  try {
    await client
      .connect(null, null, flags.model, {
        signal: abort.signal,
        onProgress: output.status,
        onNotice: (text) => {
          output.status();
          output.event({ type: "notice", text });
        },
      })
      .finally(() => output.status());
    output.start(client);
    const question = prompt ?? (process.stdin.isTTY ? undefined : await readAll(process.stdin));
    process.off("SIGINT", onSignal);
    if (question === undefined) {
      const { interactive } = await import("./interactive.js");
      await interactive(client, flags, output);
    } else {
      const session = client.createSession(flags.system === undefined ? {} : { system: flags.system });
      const turn = await runTurn(session, question, flags, output);
      if (turn.finishReason === "cancelled") process.exitCode = 130;
    }
  } finally {
    process.off("SIGINT", onSignal);
    await client.close();
  }
}
