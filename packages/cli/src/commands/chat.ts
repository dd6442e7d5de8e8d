/** `fw chat`: one turn, or an interactive chat. */
import { constants } from "node:os";
import { text as readAll } from "node:stream/consumers";
import { type BackendFlags, type Configured, configure } from "../configure/client-options.js";
import { connect } from "../configure/connect.js";
import { reportFailure } from "../output/failure-text.js";
import { createOutput, type Output } from "../output/output.js";
import { sessionOptions } from "../configure/session-options.js";
import { runTurn } from "./turn.js";

export interface ChatFlags extends BackendFlags {
  system?: string;
  stream: boolean;
  json?: boolean;
  yes?: boolean;
  retries: number;
}

export async function chat(prompt: string | undefined, flags: ChatFlags): Promise<void> {
  try {
    await converse(await configure(flags), prompt, flags);
  } catch (error) {
    reportFailure(error, flags.json ?? false);
  }
}

/** Connects, says what it connected to, and runs one turn or many. */
export async function converse(
  configured: Configured,
  prompt: string | undefined,
  flags: ChatFlags,
): Promise<void> {
  // So ended, the process still restores the terminal and takes the programs of its tools with it.
  for (const signal of ENDING_SIGNALS) process.on(signal, endBySignal);
  try {
    const output = await createOutput({ ...configured, json: flags.json ?? false });
    if (prompt === undefined && process.stdin.isTTY) {
      const { interactive } = await import("./chat-loop.js");
      await interactive(configured, flags, output);
    } else await oneTurn(configured, prompt, flags, output);
  } finally {
    await configured.client.close();
    for (const signal of ENDING_SIGNALS) process.off(signal, endBySignal);
  }
}

const ENDING_SIGNALS = ["SIGTERM", "SIGHUP"] as const;
const endBySignal = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);

/** Ctrl-C cancels the turn, and a second one leaves at once. */
async function oneTurn(
  configured: Configured,
  prompt: string | undefined,
  flags: ChatFlags,
  output: Output,
): Promise<void> {
  const { client } = configured;
  // A plugin that does not exist is told before anything is sent.
  const { terminalAsker } = await import("../input/terminal-question.js");
  const options = await sessionOptions(configured, flags, output, terminalAsker);
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  process.on("SIGINT", onSignal);
  try {
    await connect(client, flags.model, output, abort.signal);
    const question = prompt ?? (await readAll(process.stdin));
    await runTurn(client.createSession(options), question, flags, output, abort.signal);
    if (abort.signal.aborted) process.exitCode = 130;
  } finally {
    process.off("SIGINT", onSignal);
  }
}
