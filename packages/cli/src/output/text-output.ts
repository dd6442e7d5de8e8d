/** The events of a chat where standard output is no terminal. */
import { exactText, type StreamEvent, type ToolResultEvent, type WaitingEvent } from "@framework/shared";
import { Sanitizer } from "@framework/shared/terminal";
import { aside, notMoreThanEvery, type Output, turnNote } from "./output.js";
import { remark } from "./print.js";
import { argumentsText } from "./arguments-text.js";
import { canMoveIn } from "./can-move.js";
import { oneLine } from "./one-line.js";
import { spinner } from "./turn-meter.js";

/** The model's text on stdout, with nothing in it that a terminal would obey; everything else on stderr. */
export async function textOutput(): Promise<Output> {
  const screen = canMoveIn(process.stderr)
    ? (await import("./screen.js")).statusScreen(process.stderr)
    : undefined;
  const say = notMoreThanEvery(10_000, remark);
  const sanitizer = new Sanitizer();
  let atLineStart = true;
  /** Until the silence is worth a line. */
  let soon: NodeJS.Timeout | undefined;
  const write = (text: string) => {
    if (text === "") return;
    process.stdout.write(text);
    atLineStart = text.endsWith("\n");
  };
  const newLine = () => {
    write(sanitizer.flush());
    if (!atLineStart) write("\n");
  };
  /** A pipe's reader is told now and then; where the line can be written over, all the time. */
  const waiting = ({ for: what, seconds, detail = "the model" }: WaitingEvent) => {
    const text =
      what === "retry" ? `trying again in ${seconds} s` : `waiting for ${oneLine(detail)} · ${seconds} s`;
    if (screen) screen.status(() => `${spinner(performance.now())} ${text}`);
    else if (what === "answer" && (TOLD_AT.has(seconds) || seconds % 60 === 0)) remark(`${text} …`);
  };
  return {
    ...aside,
    isFinal: true,
    note: remark,
    status: (text) => {
      if (!screen) say(text);
      else
        screen.status(
          text === undefined ? undefined : () => `${spinner(performance.now())} ${oneLine(text)}`,
        );
    },
    start: () => undefined,
    begin: () => {
      const since = performance.now();
      const line = () => `${spinner(performance.now())} waiting for the model · ${secondsSince(since)} s`;
      if (screen) soon = setTimeout(() => screen.status(line), SOON_MS);
    },
    event: (event) => {
      clearTimeout(soon);
      if (event.type === "waiting") return waiting(event);
      screen?.status(undefined);
      if (event.type === "text-delta") return write(sanitizer.write(event.text));
      if (SILENT.has(event.type)) return undefined;
      newLine();
      if (event.type === "tool-call") {
        remark(`The model calls ${oneLine(event.name)}(${inShort(argumentsText(event.arguments))}).`);
      } else if (event.type === "tool-result") remark(resultInShort(event));
      else {
        const text = turnNote(event);
        if (text !== undefined) remark(text);
      }
      return undefined;
    },
    end: async () => {
      clearTimeout(soon);
      screen?.status(undefined);
      newLine();
    },
  };
}

const SHOWN_LENGTH = 400;
const SOON_MS = 2000;
const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(0);
/** Seconds of silence after which a line is worth it; from then on every minute. */
const TOLD_AT: ReadonlySet<number> = new Set([10, 30]);
const SILENT: ReadonlySet<StreamEvent["type"]> = new Set(["reasoning-delta", "tool-call-delta", "usage"]);

const inShort = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;

/** A diff whole, a failure with its beginning, a success in one line. */
function resultInShort({ name, ok, content, display }: ToolResultEvent): string {
  if (!ok) return `${name}: failed. ${inShort(content)}`;
  return display === undefined ? `${name}: done` : `${name}:\n${exactText(display.trimEnd()).text}`;
}
