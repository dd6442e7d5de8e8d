/** What `fw usage` is called with. */
import type { Command } from "commander";

export function addUsage(program: Command): void {
  program
    .command("usage")
    .option("--by <group>", "day, model, provider or folder", "day")
    .option("--since <day>", "from this day (2026-11-01) or month (2026-11) on")
    .option("--json", "print JSON")
    .option("--csv", "print comma-separated values")
    .description("Show what was used: requests, tokens, and cost where it is stated.")
    .addHelpText(
      "after",
      `
Every request of fw chat, fw serve and fw batch is written down in private files in your configuration folder, without its
content; FW_LEDGER=off turns that off. Costs are what the service charged, else what its catalog's prices make of the tokens; never a guess. Days are UTC.

Examples:
  fw usage
  fw usage --by model --since 2026-11
  fw usage --by folder --csv > usage.csv`,
    )
    .action(async (flags) => (await import("./usage.js")).usage(flags));
}
