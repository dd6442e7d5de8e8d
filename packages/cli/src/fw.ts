/** `fw`: one file per command, loaded only when it runs. */
import { type Command, Option } from "commander";
import { createProgram, runProgram } from "./program.js";

const program = createProgram(
  "fw",
  "Chat with models on your own machines or over a gateway, with diagrams drawn in the terminal.",
);

/** The flags of every command that talks to a backend. */
const withBackend = (command: Command): Command =>
  command
    .option("--provider <name>", "which kind of backend; else the profile's, else FW_PROVIDER")
    .option("--model <id>", "which model; else the profile's, else the provider's variable")
    .option("--profile <file>", "session profile (YAML)")
    .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
    .option("--workspace <dir>", "folder whose .fw/ holds settings and stored keys", ".");

const retries = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0)
    program.error(`--retries takes a whole number from 0, not "${text}"`);
  return number;
};

const withChat = (command: Command): Command =>
  withBackend(command)
    .option("--system <text>", "system message")
    .option("--no-stream", "ask for the answer in one piece")
    .option("--json", "print one event per line, and nothing else")
    .option("--yes", "run tools that change something without asking")
    .addOption(
      new Option("--retries <n>", "tries after the first one; 0 turns them off")
        .argParser(retries)
        .default(4),
    );

withChat(program.command("chat"))
  .argument("[prompt]", "one turn with this prompt; without it, standard input or an interactive chat")
  .description("Chat with a model.")
  .addHelpText(
    "after",
    `
Examples:
  fw chat --provider selfhost --model qwen3-32b "Why is the sky blue?"
  git diff | fw chat --profile review.yaml
  fw chat --provider selfhost --model qwen3-32b            (interactive)
  fw chat --json "hello" | jq -r 'select(.type == "text-delta").text'

Exit status: 0 finished, 1 other, 2 usage or configuration, 3 credentials, 4 model not found, 5 rate limit or
credits, 6 connection, load or infrastructure, 7 the stream broke off, 8 context limit, 130 cancelled.`,
  )
  .action(async (prompt: string | undefined, flags) => (await import("./chat.js")).chat(prompt, flags));

withChat(program.command("start"))
  .description(
    "Chat on what is configured, else on the built-in demo backend. This is what `npm start` runs.",
  )
  .action(async (flags) => (await import("./start.js")).start(flags));

withBackend(program.command("models"))
  .option("--prefix <text>", "only ids that begin with this")
  .option("--json", "print a JSON array")
  .description("List a backend's models with their context windows.")
  .addHelpText(
    "after",
    `
Examples:
  fw models --provider selfhost
  fw models --provider selfhost --prefix qwen --json`,
  )
  .action(async (flags) => (await import("./models.js")).models(flags));

program
  .command("backends")
  .option("--only <name>", "start just this one")
  .option("--port <n>", "port of the first one; the others follow (default: any free ports)")
  .option("--fault <name>", "let it misbehave; --fault list shows the names")
  .option("--json", "print the addresses as JSON")
  .description("Start emulated backends on this machine, to try things out or to test your own program.")
  .addHelpText(
    "after",
    `
Examples:
  fw backends
  fw backends --only selfhost --port 8000
  fw backends --only selfhost --fault reset-mid-stream`,
  )
  .action(async (flags) => (await import("./backends.js")).backends(flags));

await runProgram(program);
