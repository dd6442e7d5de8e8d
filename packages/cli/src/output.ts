/** Where the events of a chat go: to a program, to a pipe, or (terminal-output) to a person. */
import type { Client, Session, StreamEvent, ToolResultEvent } from "@framework/shared";
import { sanitize, Sanitizer } from "@framework/shared/terminal";
import { createScreen } from "./screen.js";
import { spinner } from "./turn-meter.js";
import { argumentsLine, indented, oneLine } from "./tool-display.js";

/** All that the model thinks, or only that it does. */
export type ReasoningView = "full" | "fold";

/** How a remark sounds. */
export type Tone = "quiet" | "plain" | "failure";

export interface Output {
  /** The connection stands. */
  start(client: Client): void;
  /** A remark on a line of its own. */
  note(text: string, tone?: Tone): void;
  /** What goes on while the user waits for a connection; without a text, the wait is over. */
  status(text?: string): void;
  /** A turn begins. */
  begin(): void;
  event(event: StreamEvent): void;
  /** The turn is over, well or not; settles when all of it has been put out. */
  end(): Promise<void>;
  /** Makes room for a question about a tool call, and shows what the call would do. */
  pause(preview: string): Promise<void>;
  /** The question is answered: the turn goes on. */
  resume(): void;
  /** What the turn took and how full the window is, for a person whose chat goes on. */
  summary(client: Client, session: Session): void;
  /** How the model's reasoning is shown, where it is. */
  reasoning: ReasoningView;
  /** True when what was written cannot be taken back, so that a broken answer must not begin again. */
  readonly isFinal: boolean;
}

/** The output that fits where standard output goes. */
export async function createOutput(options: {
  json: boolean;
  workspace: string;
  env: Readonly<Record<string, string | undefined>>;
}): Promise<Output> {
  if (options.json) return jsonOutput();
  if (!process.stdout.isTTY) return textOutput();
  const { createTerminalOutput } = await import("./terminal-output.js");
  return createTerminalOutput(options);
}

/** Questions go to stderr where stdout is for something else. */
const asking: Pick<Output, "pause" | "resume" | "summary" | "reasoning"> = {
  pause: async (preview) => void process.stderr.write(`${indented(preview)}\n`),
  resume: () => undefined,
  summary: () => undefined,
  reasoning: "full",
};

/** One JSON object per line on stdout, nothing else. */
function jsonOutput(): Output {
  const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    ...asking,
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
    note: (text) => print({ type: "notice", text }),
    begin: () => undefined,
    event: print,
    end: async () => undefined,
  };
}

/** The model's text on stdout, with nothing in it that a terminal would obey; everything else on stderr. */
function textOutput(): Output {
  const note = (text: string) => process.stderr.write(`${sanitize(text)}\n`);
  const canMove = process.stderr.isTTY && (process.env["TERM"] ?? "dumb") !== "dumb";
  const screen = createScreen(process.stderr, { canMove, dim: (text) => text });
  const say = notMoreThanEvery(10_000, note);
  const sanitizer = new Sanitizer();
  let atLineStart = true;
  const write = (text: string) => {
    if (text === "") return;
    process.stdout.write(text);
    atLineStart = text.endsWith("\n");
  };
  const newLine = () => {
    write(sanitizer.flush());
    if (!atLineStart) write("\n");
  };
  return {
    ...asking,
    isFinal: true,
    note,
    status: (text) => {
      if (!canMove) say(text);
      else
        screen.status(
          text === undefined ? undefined : () => `${spinner(performance.now())} ${oneLine(text)}`,
        );
    },
    start: () => undefined,
    begin: () => undefined,
    event: (event) => {
      if (event.type === "text-delta") return write(sanitizer.write(event.text));
      if (event.type === "reasoning-delta" || event.type === "usage") return undefined;
      newLine();
      if (event.type === "tool-call") {
        note(`The model calls ${oneLine(event.name)}(${argumentsLine(event.arguments, SHOWN_LENGTH)}).`);
      } else if (event.type === "tool-result") note(resultInShort(event));
      else {
        const text = turnNote(event);
        if (text !== undefined) note(text);
      }
      return undefined;
    },
    end: async () => newLine(),
  };
}

const SHOWN_LENGTH = 400;

const inShort = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;

/** A diff whole, a failure with its beginning, a success in one line. */
function resultInShort({ name, ok, content, display }: ToolResultEvent): string {
  if (!ok) return `${name}: failed. ${inShort(content)}`;
  return display === undefined ? `${name}: done` : `${name}:\n${display.trimEnd()}`;
}

/** What a person is told of an event that is neither text nor a call that ran. */
export function turnNote(event: StreamEvent): string | undefined {
  switch (event.type) {
    case "restart": {
      const wait = (event.wait_ms / 1000).toFixed(1);
      return `The answer broke off and begins again in ${wait} s (try ${event.attempt}). ${event.reason}`;
    }
    case "notice":
      return event.text;
    case "tool-call-invalid":
      return `The model's call of ${event.name} cannot run: ${event.reason}.`;
    case "finish":
      if (event.reason === "length") return "The answer was cut: it reached the token limit.";
      if (event.reason === "content_filter") return "The answer was cut by the backend's content filter.";
      return event.reason === "cancelled" ? "Cancelled." : undefined;
    default:
      return undefined;
  }
}

/** Passes on the first text, and then one at most in every so many milliseconds. */
export function notMoreThanEvery(
  milliseconds: number,
  show: (text: string) => void,
): (text?: string) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = performance.now();
    if (text === undefined || now < next) return;
    next = now + milliseconds;
    show(text);
  };
}
