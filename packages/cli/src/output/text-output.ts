/** The events of a chat where standard output is no terminal. */
import type { ToolResultEvent } from "@framework/shared";
import { Sanitizer } from "@framework/shared/terminal";
import { aside, notMoreThanEvery, type Output, turnNote } from "./output.js";
import { remark } from "./print.js";
import { createScreen } from "./screen.js";
import { argumentsLine, oneLine } from "./tool-display.js";
import { spinner } from "./turn-meter.js";

/** The model's text on stdout, with nothing in it that a terminal would obey; everything else on stderr. */
export function textOutput(): Output {
  const canMove = process.stderr.isTTY && (process.env["TERM"] ?? "dumb") !== "dumb";
  const screen = createScreen(process.stderr, { canMove, dim: (text) => text });
  const say = notMoreThanEvery(10_000, remark);
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
    ...aside,
    isFinal: true,
    note: remark,
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
        remark(`The model calls ${oneLine(event.name)}(${argumentsLine(event.arguments, SHOWN_LENGTH)}).`);
      } else if (event.type === "tool-result") remark(resultInShort(event));
      else {
        const text = turnNote(event);
        if (text !== undefined) remark(text);
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
