/** `fw`: one file per command, loaded only when it runs. */
import { Argument, type Command, Option } from "commander";
import { createProgram, runProgram } from "./program.js";

const program = createProgram(
  "fw",
  "Chat with models on your own machines or over a gateway, with diagrams drawn in the terminal.",
);

program.addHelpText(
  "after",
  `
Examples:
  fw start                                  (a chat on what is found here, or on the demo)
  fw init                                   (choose a backend and a model, once)
  fw chat "Why is the sky blue?"
  fw models --prefix qwen
  llm "Draw TCP as a mermaid diagram" | fw format

"fw COMMAND --help" shows more of each. "framework-doctor" says why something does not work.`,
);

/** The flags of every command that talks to a backend. */
const withBackend = (command: Command): Command =>
  command
    .option("--provider <name>", "which kind of backend; else the profile's, else FW_PROVIDER")
    .option("--model <id>", "which model; else the profile's, else the provider's variable")
    .option("--profile <file>", "session profile (YAML); else the one fw init wrote")
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
  fw chat --profile review.yaml --json "hello" | jq -r 'select(.type == "text-delta").text'

Exit status: 0 finished, 1 other, 2 usage or configuration, 3 credentials, 4 model not found, 5 rate limit or
credits, 6 connection, load or infrastructure, 7 the stream broke off, 8 context limit, 130 cancelled.`,
  )
  .action(async (prompt: string | undefined, flags) => (await import("./chat.js")).chat(prompt, flags));

withChat(program.command("start"))
  .description(
    "Chat on what is configured, else on the built-in demo backend. This is what `npm start` runs.",
  )
  .addHelpText(
    "after",
    `
Taken is the first of: --provider or a profile; FW_PROVIDER; an address in the environment (SELFHOST_HOST …); a key in the
environment; a stored key; a model server on this machine; the demo. What was found and what was taken is said.
Without a terminal it asks one question by itself, of what is configured or of the demo.

Examples:
  fw start
  fw start --profile review.yaml
  fw start --provider gateway --model openai/gpt-5-mini`,
  )
  .action(async (flags) => (await import("./start/start.js")).start(flags));

program
  .command("init")
  .option("--provider <name>", "which kind of backend")
  .option("--model <id>", "which model")
  .option("--host <url>", "where a server of your own listens")
  .option("--context-length <n>", "the model's window in tokens, where no server says it (gpusrv)")
  .option("--plugins <names>", "tools the model may use, separated by commas")
  .option("--profile <file>", "write this file (default: profile.yaml in your configuration folder)")
  .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
  .option("--workspace <dir>", "folder whose .fw/ holds stored keys", ".")
  .description("Ask what is needed and write a profile; again, to change it.")
  .addHelpText(
    "after",
    `
What an option answers is not asked. Without a terminal nothing is asked, and what is missing is an error. The profile that
is written by default holds whenever --profile is not given. Keys are never written to a profile.

Examples:
  fw init
  fw init --provider gateway
  fw init --provider selfhost --host http://gpu-box:8000 --model qwen3-32b --plugins cli,file_edit
  fw init --profile review.yaml`,
  )
  .action(async (flags) => (await import("./init/init.js")).init(flags));

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
  .command("format")
  .option("--width <n>", "columns to write for (default: the terminal's, else 80)", (text) => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 10)
      program.error(`--width takes a whole number from 10, not "${text}"`);
    return number;
  })
  .option("--workspace <dir>", "folder whose .fw/formatters.json is read", ".")
  .description("Format text from standard input for the terminal: diagrams, tables, code, diffs.")
  .addHelpText(
    "after",
    `
Examples:
  llm "Draw the life cycle of a butterfly as a mermaid diagram" | fw format
  fw format < answer.md
  fw format --width 60 < answer.md > answer.txt      (no colours or pictures in a file)
  FW_DIAGRAM_BACKEND=sixel fw format < answer.md     (choose how pictures are shown)`,
  )
  .action(async (flags) => (await import("./format.js")).runFormat(flags, process));

program
  .command("diagram")
  .argument("<file>", "file with Mermaid text, or - for standard input")
  .option("-o, --output <file>", "write a .png or .svg file instead of showing the picture")
  .option("--theme <name>", "default, dark, forest or neutral (default: one that suits the terminal)")
  .option("--scale <n>", "pixels per drawn pixel: higher is sharper (default: 2)")
  .option("--background <colour>", 'such as "transparent", "white" or "#1e1e2e"')
  .addOption(new Option("--renderer <name>", "draw with this one only").choices(["cli", "remote", "library"]))
  .description("Draw a diagram in the terminal or to a file.")
  .addHelpText(
    "after",
    `
Examples:
  fw diagram flow.mmd
  echo "graph LR; A --> B" | fw diagram -
  fw diagram flow.mmd -o flow.svg
  fw diagram flow.mmd -o flow.png --theme dark --scale 3 --background transparent

Exit status: 0 drawn, 1 syntax error (with its line) or a renderer that failed, 2 usage or nothing to draw with,
130 cancelled.`,
  )
  .action(async (file: string, flags) => (await import("./diagram.js")).runDiagram(file, flags, process));

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

const wholeNumber = (flag: string, least: number) => (text: string) => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    program.error(`${flag} takes a whole number from ${least}, not "${text}"`);
  return number;
};

const serve = withBackend(program.command("serve"))
  .option("--host <address>", "where to listen; off loopback clients must show a token", "127.0.0.1")
  .option("--port <n>", "port; 0 takes a free one", "11500")
  .option("--token <file>", "file of client tokens; naming it demands one on loopback too")
  .option(
    "--concurrency <n>",
    "requests that run at the same time; others wait by turns",
    wholeNumber("--concurrency", 1),
    256,
  )
  .option(
    "--grace <seconds>",
    "time for running requests when the server ends",
    wholeNumber("--grace", 0),
    30,
  )
  .addOption(
    new Option("--retries <n>", "tries after the first one; clients of this API try again by themselves")
      .argParser(retries)
      .default(0),
  )
  .option("--json", "say where it listens as JSON")
  .description("Serve the chat-completions API in front of every configured backend.")
  .addHelpText(
    "after",
    `
Models are named PROVIDER/MODEL (selfhost/qwen3-32b), by an alias, or "default" for what the flags and the profile choose.
Served are POST /v1/chat/completions, GET /v1/models, /health and /metrics (Prometheus). A broken answer ends with an error and
never looks finished; a client that goes away stops the backend; upstream keys stay here. SIGHUP reads the settings again,
SIGTERM lets running requests end. The log has a line a request on standard error, without content.

Examples:
  fw serve
  fw serve --provider selfhost --model qwen3-32b
  fw serve token alice                     (then: fw serve --host 0.0.0.0)
  OPENAI_BASE_URL=http://127.0.0.1:11500/v1 OPENAI_API_KEY=none aider --model openai/default`,
  )
  .action(async (flags) => (await import("./serve.js")).runServe(flags));

serve
  .command("token")
  .argument("<name>", "who the token is for")
  .option("--token <file>", "file of client tokens (default: in your configuration folder)")
  .description("Make a token for a client; it is shown once, and only its hash is kept.")
  .action(async (name: string, flags) => (await import("./serve.js")).makeToken(name, flags));

withBackend(program.command("batch"))
  .argument("<file>", "requests: JSON lines as in OpenAI's batch files, or a .csv table with --template")
  .requiredOption(
    "-o, --output <file>",
    "where the answers go, a line each; a file that is there is gone on with",
  )
  .option("--template <text>", "the question for each row of a table, with {{column}} for its fields")
  .option("--concurrency <n>", 'requests at once, or "auto": as many as the backend bears', "auto")
  .option("--budget <usd>", "stop before spending more, as far as prices are stated", Number)
  .addOption(
    new Option("--retries <n>", "tries after the first one; 0 turns them off").argParser(retries).default(4),
  )
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
  .action(async (file: string, flags) => {
    const { batch, concurrencyOf } = await import("./batch.js");
    await batch(file, { ...flags, concurrency: concurrencyOf(flags.concurrency) });
  });

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

program
  .command("completion")
  .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
  .description("Print a script that lets the shell finish commands, options, providers and models.")
  .addHelpText(
    "after",
    `
Model names are those that the last "fw models" of a provider showed.

Examples:
  source <(fw completion bash)                               (in ~/.bashrc)
  source <(fw completion zsh)                                (in ~/.zshrc, after compinit)
  fw completion fish > ~/.config/fish/completions/fw.fish`,
  )
  .action(async (shell: string) => (await import("./completion/completion.js")).completion(shell, program));

await runProgram(program);
