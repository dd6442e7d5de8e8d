/** What `fw log` is called with. */
import type { Command } from "commander";

export function addLog(program: Command): void {
  const log = program
    .command("log")
    .argument("[search...]", "only conversations in which all these words occur")
    .option("--all", "those of all folders, not only of this one")
    .option("--json", "print JSON")
    .description("List the conversations that were kept, newest first; search, show, export or delete them.")
    .addHelpText(
      "after",
      `
Conversations are kept in private files in your state folder; fw chat --no-save, or FW_CONVERSATIONS=off, keeps none.
ID may also be the beginning of one, or a title.

Examples:
  fw log
  fw log --all blue sky
  fw log show "Why is the sky blue?"
  fw log export "Why is the sky blue?" -o answer.html
  fw log delete "Why is the sky blue?"`,
    )
    .action(async (words: string[], flags) => (await import("./log.js")).list(words, flags));
  log
    .command("show")
    .argument("<id>", "which conversation")
    .option("--json", "print JSON")
    .description("Show a conversation.")
    .action(async (id: string, _flags, command: Command) =>
      (await import("./log.js")).show(id, command.optsWithGlobals()),
    );
  log
    .command("export")
    .argument("<id>", "which conversation")
    .requiredOption("-o, --output <file>", "a .md, .json or .html file; the page needs nothing else")
    .description("Write a conversation to a file.")
    .action(async (id: string, flags: { output: string }) => (await import("./log.js")).exportTo(id, flags));
  log
    .command("delete")
    .argument("<id...>", "which conversations")
    .description("Delete conversations.")
    .action(async (ids: string[]) => (await import("./log.js")).remove(ids));
}
