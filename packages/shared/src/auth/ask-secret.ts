/** Asks for a secret on the terminal. What is typed or pasted is never shown, and the terminal is always restored. */
import type { ReadStream, WriteStream } from "node:tty";
import { CancelledError, ConfigurationError } from "../provider/errors.js";
import { SecretLine } from "./secret-line.js";

/** Where the question is put, and what to do where it cannot be. */
export interface AskSecretOptions {
  /** Where the keys are typed; standard input by default. It must be a terminal. */
  input?: ReadStream;
  /** Where the question is shown; standard error by default. */
  output?: WriteStream;
  /** What to do instead when there is no terminal: `Run: gateway-auth key <K>`. */
  otherwise?: string;
}

const PASTE_ON = "\u001B[?2004h";
const PASTE_OFF = "\u001B[?2004l";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The secret, without the white space around it; never empty. Enter ends it; Ctrl-C, Ctrl-D on an empty line, an empty answer and
 * the end of input raise `CancelledError`; without a terminal a `ConfigurationError` says so.
 */
export async function askSecret(question: string, options: AskSecretOptions = {}): Promise<string> {
  const { input = process.stdin, output = process.stderr, otherwise } = options;
  if (!input.isTTY) {
    const advice = otherwise === undefined ? "" : ` ${otherwise}`;
    throw new ConfigurationError(
      `A key can be asked for only on a terminal; standard input is none.${advice}`,
    );
  }
  const wasRaw = input.isRaw;
  const restore = () => {
    input.setRawMode(wasRaw);
    output.write(`${PASTE_OFF}\n`);
  };
  // Another program's signal would otherwise leave the shell with echo off.
  const onSignal = (signal: NodeJS.Signals) => {
    restore();
    for (const name of SIGNALS) process.off(name, onSignal);
    process.kill(process.pid, signal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.on("exit", restore);
  input.setRawMode(true);
  output.write(`${PASTE_ON}${question}`);
  try {
    const secret = (await readLine(input)).trim();
    if (secret === "") throw new CancelledError("Nothing was entered.");
    return secret;
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
    process.off("exit", restore);
    restore();
  }
}

function readLine(input: ReadStream): Promise<string> {
  const line = new SecretLine();
  const decoder = new TextDecoder();
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer | string) => {
      const outcome = line.feed(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
      if (outcome === "done") finish(() => resolve(line.text));
      else if (outcome === "cancelled") finish(() => reject(new CancelledError()));
    };
    const onEnd = () => finish(() => reject(new CancelledError("The terminal went away.")));
    const finish = (settle: () => void) => {
      input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
      settle();
    };
    input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd).resume();
  });
}
