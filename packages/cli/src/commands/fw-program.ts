/** The program of `fw`: one file per command, loaded only when it runs. */
import { Argument, type Command, Option } from "commander";
import { chatOptions } from "./chat-options.js";
import { portNumber, wholeNumber, withBackend, withKnobs } from "./backend-options.js";
import { addBatch } from "./batch/program.js";
import { addLog } from "./log/program.js";
import { addMcp } from "./mcp/program.js";
import { addNames } from "./names-program.js";
import { addHelpers } from "./help-programs.js";
import { createProgram } from "./program.js";
import { addServe } from "./serve/program.js";
import { addUsage } from "./usage/program.js";

const withChat = (command: Command): Command => chatOptions(withKnobs(withBackend(command)));

/** With nothing read yet: what a program has read stays in it. */
export function createFw(): Command {
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
  git diff | fw chat "Is anything wrong with this?"
  fw chat -c "And in one sentence?"
  fw models --prefix qwen
  llm "Draw TCP as a mermaid diagram" | fw format

"fw COMMAND --help" shows more of each. "fw doctor" says why something does not work.`,
  );

  withChat(program.command("chat"))
    .argument(
      "[prompt]",
      "one turn with this question; - is standard input; without it, standard input or a chat",
    )
    .description("Chat with a model.")
    .configureOutput({
      outputError: (text, write) =>
        write(
          text.includes("too many arguments")
            ? `${text}A question of several words is put in quotation marks.\n`
            : text,
        ),
    })
    .addHelpText(
      "after",
      `
Examples:
  fw chat --provider selfhost --model qwen3-32b "Why is the sky blue?"
  git diff | fw chat --profile review.yaml "Is anything wrong with this?"
  fw chat --profile review.yaml -f answer.md -f "*.mmd" "What is missing here?"
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

  withKnobs(withBackend(program.command("models")))
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
    .argument("[files...]", "files to format; standard input without any, or for -")
    .option(
      "--width <n>",
      "columns to write for (default: the terminal's; without a terminal lines stay whole)",
      wholeNumber(10),
    )
    .addOption(
      new Option("--color <when>", "use colours, and format without a terminal too").choices([
        "auto",
        "always",
        "never",
      ]),
    )
    .addOption(
      new Option("--theme <name>", "how the text looks (default: by the terminal's background)").choices([
        "auto",
        "dark",
        "light",
        "plain",
      ]),
    )
    .option("--pager", "show it in less, where there is one")
    .option(
      "--pictures",
      "show PNG pictures too that stand alone on a line, from local files and data: addresses",
    )
    .option("--workspace <dir>", "folder whose .fw/formatters.json is read", ".")
    .description("Format Markdown for the terminal: text, tables, code, diffs, diagrams.")
    .addHelpText(
      "after",
      `
Without colours (in a file, in a pipe, with NO_COLOR) the text stays as it was written, but for tables; --theme plain
formats it there too. FORCE_COLOR and NO_COLOR count as everywhere; --color beats them.

Examples:
  llm "Draw the life cycle of a butterfly as a mermaid diagram" | fw format
  fw format answer.md --pager
  fw format --theme plain --width 60 answer.md > plain.txt
  fw format --width 60 < answer.md > answer.txt      (no colours or pictures in a file)
  FW_DIAGRAM_BACKEND=sixel fw format < answer.md     (choose how pictures are shown)`,
    )
    .action(async (files, flags) => (await import("./format.js")).runFormat(files, flags, process));

  program
    .command("diagram")
    .argument(
      "<files...>",
      "file with Mermaid text, or - for standard input; several, or Markdown, with -o FOLDER",
    )
    .option(
      "-o, --output <path>",
      "write a .png, .svg, .pdf or .txt file, or a folder of SVG pictures, instead of showing the diagram",
    )
    .option("--png", "PNG instead of SVG in a folder")
    .option(
      "--in-place",
      "put links to the pictures into the Markdown file; sources are kept beside the pictures",
    )
    .option("--text", "draw it as text, also where pictures can be shown")
    .option("--columns <n>", "how wide text may be (default: the terminal; 80 without one)")
    .option("--ascii", "text with lines of plain ASCII")
    .option(
      "--theme <name>",
      "default, dark, forest, neutral, ... (default: Mermaid's own for the kind, dark on a dark terminal)",
    )
    .option(
      "--look <name>",
      "classic (as before Mermaid 12), neo or handDrawn (default: Mermaid's own for the kind)",
    )
    .option("--strict", "refuse a source that is only nearly right instead of mending it")
    .option("--watch", "draw again whenever a file has changed, until Ctrl-C")
    .option("--scale <n>", "pixels per drawn pixel: higher is sharper (default: 2)")
    .option("--background <colour>", 'such as "transparent", "white" or "#1e1e2e"')
    .addOption(
      new Option("--renderer <name>", "draw with this one only").choices(["cli", "remote", "library"]),
    )
    .description("Draw a diagram in the terminal or to a file, as a picture or as text.")
    .addHelpText(
      "after",
      `
Examples:
  fw diagram flow.mmd
  echo "graph LR; A --> B" | fw diagram -
  fw diagram flow.mmd -o flow.svg
  fw diagram flow.mmd -o flow.pdf
  fw diagram flow.mmd -o flow.png --theme dark --scale 3 --background transparent
  fw diagram flow.mmd --text --columns 100
  fw diagram flow.mmd --ascii > flow.txt
  fw diagram *.mmd -o pictures
  fw diagram README.md -o pictures --in-place
  fw diagram README.md -o pictures --watch

A source that is nearly right, as models write them (a label that needs quotation marks, -> for -->, a missing end), is mended, and
what was done is told on standard error; --strict refuses it.

A terminal that shows no pictures, a pipe and a .txt file get the diagram as text.

Exit status: 0 drawn, 1 syntax error (with its line) or a renderer that failed, 2 usage or nothing to draw with,
130 cancelled.`,
    )
    .action(async (files: string[], flags) => {
      const { isBatch, runDiagrams } = await import("./diagram-batch.js");
      const { runDiagram } = await import("./diagram.js");
      const many = isBatch(files, flags.output);
      const draw = (some: readonly string[]): Promise<void> =>
        many ? runDiagrams(some, flags, process) : runDiagram(some[0] ?? "-", flags, process);
      if (flags.watch) await (await import("./diagram-watch.js")).watchDiagrams(files, flags, draw);
      else await draw(files);
    });

  program
    .command("trust")
    .argument("[dir]", "the folder", ".")
    .option("--yes", "do not ask")
    .option("--list", "show every file that is trusted")
    .option("--forget", "trust nothing of the folder any more")
    .description("Let a folder's own settings count: keys, renderers and profiles that it brings along.")
    .addHelpText(
      "after",
      `
A folder is not trusted because you stand in it: a key in its .fw/, a renderer that sends diagrams away, a profile that
names where keys go do not count until you have looked at them. What they would set is shown first. It is remembered in your
own configuration, for the files as they are: one that changes has to be trusted anew.

Examples:
  fw trust
  fw trust ../project
  fw trust --list
  fw trust --forget ../project`,
    )
    .action(async (folder: string, flags) => (await import("./trust.js")).runTrust(folder, flags));

  program
    .command("backends")
    .option("--only <name>", "start just this one")
    .option("--port <n>", "port of the first one; the others follow (default: any free ports)", portNumber)
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

  addServe(program);
  addBatch(program);
  addUsage(program);
  addMcp(program);
  addLog(program);

  addNames(program);
  addHelpers(program);

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
    .action(async (shell: string) =>
      (await import("./shell-completion/shell-completion.js")).completion(shell, program),
    );

  return program;
}
