/** What `fw batch` is called with. */
import type { Command } from "commander";
import { retriesOption, wholeNumber, withBackend } from "../backend-options.js";

const numberOrAuto = (text: string): number | "auto" => (text === "auto" ? text : wholeNumber(1)(text));

export function addBatch(program: Command): void {
  withBackend(program.command("batch"))
    .argument("<file>", "requests: JSON lines as in OpenAI's batch files, or a .csv table with --template")
    .requiredOption(
      "-o, --output <file>",
      "where the answers go, a line each; a file that is there is gone on with",
    )
    .option("--template <text>", "the question for each row of a table, with {{column}} for its fields")
    .option(
      "--concurrency <n>",
      'requests at once, or "auto": as many as the backend bears',
      numberOrAuto,
      "auto",
    )
    .option("--dry-run", "tell tokens and cost, and send nothing")
    .option("--queue <url>", "let workers on other machines answer (redis://...; see fw worker)")
    .option("--budget <usd>", "stop before spending more, as far as prices are stated", Number)
    .addOption(retriesOption())
    .description("Answer many requests from a file; run again, it goes on with what is left.")
    .addHelpText(
      "after",
      `
A line of input is {"custom_id": "1", "body": {"messages": [...]}}; a line of output {"custom_id", "response", "error"}. Answers are
written as they come, so nothing is lost when the program is killed. A second run asks only for what has no answer; failures
are asked again. "model" in a body may name another backend, as for fw serve.

Examples:
  fw batch questions.jsonl -o answers.jsonl
  fw batch reviews.csv -o moods.jsonl --template "Is this review kind? {{text}}" --budget 2

Exit status: 0 all answered, 1 some failed, 130 stopped; otherwise as for fw chat.`,
    )
    .action(async (file: string, flags) => (await import("./batch.js")).batch(file, flags));

  withBackend(program.command("worker"))
    .requiredOption("--queue <url>", "the Redis server that fw batch --queue puts its lines on")
    .option("--concurrency <n>", "lines at once", wholeNumber(1), 8)
    .addOption(retriesOption())
    .description("Answer the lines of batches that run over a queue, on this machine's backends.")
    .addHelpText(
      "after",
      `
Any number of workers on any number of machines may run. A line whose worker dies goes to another one within seconds, and every line
is in the output once. The queue needs the packages bullmq and ioredis; the command says how to install them.

Examples:
  fw worker --queue redis://localhost:6379 --provider selfhost --model qwen3-32b`,
    )
    .action(async (flags) => (await import("./worker.js")).worker(flags));
}
