/** The options of the commands that chat, beside those that choose the backend. */
import { type Command, Option } from "commander";
import type { BackendFlags } from "@framework/shared";
import { collect, wholeNumber } from "./backend-options.js";

export interface ChatFlags extends BackendFlags {
  system?: string;
  /** Files, folders and patterns that go along with the first question. */
  file?: readonly string[];
  /** Goes on with the conversation of this name, or with the last one. */
  continue?: string | true;
  /** Whether the conversation is kept. */
  save: boolean;
  stream: boolean;
  json?: boolean;
  yes?: boolean;
  /** Sends what cannot fit into the window. */
  force?: boolean;
  retries: number;
}

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
    .option("--no-stream", "ask for the answer in one piece")
    .option("--json", "print one event per line, and nothing else")
    .option("--yes", "run tools that change something without asking")
    .option("--force", "send a prompt although it cannot fit into the window")
    .addOption(
      new Option("--retries <n>", "tries after the first one; 0 turns them off")
        .argParser(wholeNumber(0))
        .default(4),
    );
