/** Where the events of a chat go: to a person or to a program. */
import type { Client, StreamEvent } from "@framework/shared";
import { notMoreThanEvery, statusLine, UNSAFE } from "./status-line.js";

export interface Output {
  /** The connection stands. */
  start(client: Client): void;
  event(event: StreamEvent): void;
  /** What goes on while the user waits; without a text, the wait is over. */
  status(text?: string): void;
  /** The turn is over, well or not. */
  end(): void;
  /** True when what was written cannot be taken back, so that a broken answer must not begin again. */
  readonly isFinal: boolean;
}

/** One JSON object per line on stdout, nothing else. */
export function jsonOutput(): Output {
  const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    isFinal: false,
    status: notMoreThanEvery(900, (text) => print({ type: "notice", text })),
    start: (client) =>
      print({
        type: "start",
        provider: client.providerName,
        model: client.model,
        context_length: client.contextWindow.tokens,
        context_source: client.contextWindow.source,
      }),
    event: print,
    end: () => undefined,
  };
}

/** The answer on stdout; everything else on stderr. */
export function textOutput(): Output {
  const toPerson = process.stdout.isTTY;
  const note = (text: string) =>
    process.stderr.write(process.stderr.isTTY ? `\u001b[2m${text}\u001b[0m\n` : `${text}\n`);
  const status = process.stderr.isTTY
    ? statusLine(process.stderr)
    : notMoreThanEvery(10_000, (text) => note(text.replaceAll(UNSAFE, "")));
  let atLineStart = true;
  const write = (text: string) => {
    if (text === "") return;
    process.stdout.write(text);
    atLineStart = text.endsWith("\n");
  };
  const newLine = () => {
    if (!atLineStart) write("\n");
  };
  return {
    isFinal: !toPerson,
    status,
    start: (client) => {
      if (!toPerson) return;
      const { tokens, source } = client.contextWindow;
      note(`${client.providerName} · ${client.model} · window ${tokens} tokens (${source})`);
    },
    event: (event) => {
      switch (event.type) {
        case "text-delta":
          return write(event.text.replaceAll(UNSAFE, ""));
        case "restart":
          newLine();
          return note(
            `The answer broke off and begins again in ${(event.wait_ms / 1000).toFixed(1)} s (try ${event.attempt}). ${event.reason}`,
          );
        case "notice":
          newLine();
          return note(event.text);
        case "tool-call":
          newLine();
          return note(`The model calls ${event.name}(${JSON.stringify(event.arguments)}).`);
        case "tool-call-invalid":
          newLine();
          return note(`The model's call of ${event.name} cannot run: ${event.reason}.`);
        case "finish":
          newLine();
          if (event.reason === "length") note("The answer was cut: it reached the token limit.");
          if (event.reason === "content_filter") note("The answer was cut by the backend's content filter.");
          if (event.reason === "cancelled") note("Cancelled.");
          return undefined;
        default:
          return undefined;
      }
    },
    end: newLine,
  };
}
