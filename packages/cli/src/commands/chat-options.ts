/** The options of the commands that chat, beside those that choose the backend. */
import { type Command, InvalidArgumentError } from "commander";
import type { Reasoning } from "@framework/shared";
import { collect, numberFrom, retriesOption, wholeNumber } from "./backend-options.js";

const reasoning = (text: string): Reasoning => {
  const word = text.trim().toLowerCase();
  if (word === "low" || word === "medium" || word === "high" || word === "off") return word;
  const number = Number(word);
  if (word !== "" && Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError(`It takes low, medium, high, off, or a number of tokens, not "${text}".`);
};

export const chatOptions = (command: Command): Command =>
  command
    .option("-s, --system <text>", "system message")
    .option(
      "-f, --file <path>",
      "attach a file, a folder without what .gitignore leaves out, or a pattern; may be repeated",
      collect,
    )
    .option(
      "-c, --continue [name]",
      "go on with a conversation: the last one of this folder, or the one with this id or title",
    )
    .option("--no-save", "do not keep this conversation")
    .option("--role <name>", "take system message, model and options from this role; fw role lists them")
    .option("-t, --temperature <n>", "0 picks the likeliest words; higher is more varied", numberFrom(0, 2))
    .option("--max-tokens <n>", "the longest answer, in tokens", wholeNumber(1))
    .option("--top-p <n>", "only the likeliest words that together have this probability", numberFrom(0, 1))
    .option(
      "--seed <n>",
      "the same answer to the same question, as far as the backend can",
      wholeNumber(Number.NEGATIVE_INFINITY),
    )
    .option("--stop <text>", "end the answer before this text; may be repeated", collect)
    .option(
      "--reasoning <level>",
      "how much to think: low, medium, high, off, or a number of tokens",
      reasoning,
    )
    .option("--schema <file>", "answer in JSON that fits this JSON Schema; checked, and asked again once")
    .option("-x, --extract", "print only the last code block of the answer")
    .option("--usage", "say what the answer took: tokens, cost and time")
    .option("-q, --quiet", "no remarks beside the answer, only errors")
    .option("-v, --verbose", "show what was sent and what came back, without keys")
    .option("--trace [file]", "the same; to a .har file, which browsers open")
    .option("--no-stream", "ask for the answer in one piece")
    .option("--json", "print one event per line, and nothing else")
    .option("--yes", "run tools that change something without asking")
    .option("--force", "send a prompt although it cannot fit into the window")
    .addOption(retriesOption());
