/** `fw chat`: one turn, or an interactive chat. */
import { text as readAll } from "node:stream/consumers";
import { loadTools, type SessionOptions } from "@framework/shared";
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

/** What a session of these flags has: the profile's tools, and somebody to ask where there is a terminal. */
export async function sessionOptions({ profile }: Configured, flags: ChatFlags): Promise<SessionOptions> {
  return {
    ...(flags.system !== undefined && { system: flags.system }),
    tools: await loadTools(profile?.plugins ?? []),
    autoApprove: flags.yes ?? false,
    ...(process.stderr.isTTY && {
      approve: async (...question) => (await import("./approval.js")).askOnTerminal(...question),
    }),
  };
}

/** Connects, says what it connected to, and runs one turn or many. */
export async function converse(
  configured: Configured,
  prompt: string | undefined,
  flags: ChatFlags,
  output: Output,
): Promise<void> {
  const { client } = configured;
  // A plugin that does not exist is told before anything is sent.
  const options = await sessionOptions(configured, flags);
  const abort = new AbortController();
  const onSignal = () => abort.abort();
  process.once("SIGINT", onSignal);
  try {
    await client
      .connect(null, null, flags.model, {
        signal: abort.signal,
        onProgress: (text) => output.status(text),
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
      const turn = await runTurn(client.createSession(options), question, flags, output);
      if (turn.finishReason === "cancelled") process.exitCode = 130;
    }
  } finally {
    process.off("SIGINT", onSignal);
    await client.close();
  }
}
