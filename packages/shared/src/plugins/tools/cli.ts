/** The plugin `cli`: one tool that runs a program in the workspace. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { looksSecret } from "../../provider/secrets.js";
import { reasonOf } from "../../system/system-error.js";
import { numberArgument, textArgument } from "./arguments.js";
import { answering } from "./answering.js";
import { type ProcessOutcome, runProcess } from "../../system/run-process.js";
import { quoted } from "./quoted.js";
import { type Grant, type ToolContext, type ToolDefinition, type ToolPlugin, ToolRefusal } from "./tool.js";
import { resolveInWorkspace } from "./workspace-path.js";

const outputLimit = 32 * 1024;
const usualSeconds = 120;
const mostSeconds = 600;

const runCommand: ToolDefinition = {
  name: "run_command",
  description:
    "Run a program in the workspace and get its output and exit status. No shell is involved: arguments reach the " +
    'program as they are. For pipes, globs or several commands, run program "sh" with args ["-c", "…"]. ' +
    "The program gets no input. Long output is cut in the middle.",
  changes: true,
  parameters: {
    type: "object",
    properties: {
      program: {
        type: "string",
        minLength: 1,
        description: "Name or path of the program, without arguments.",
      },
      args: { type: "array", items: { type: "string" }, description: "One entry per argument." },
      folder: {
        type: "string",
        description: "Where to run it, relative to the workspace. Default: its top.",
      },
      time_limit: {
        type: "integer",
        minimum: 1,
        maximum: mostSeconds,
        description: `Seconds until it is ended. Default: ${usualSeconds}.`,
      },
    },
    required: ["program"],
    additionalProperties: false,
  },
  async preview(args) {
    return { text: commandLine(args), grants: grantsOf(args) };
  },
  run: answering(async (args, context) => {
    const seconds = Math.min(mostSeconds, Math.max(1, numberArgument(args, "time_limit", usualSeconds)));
    const outcome = await runProcess(textArgument(args, "program"), listOf(args), {
      folder: await folderOf(args, context),
      env: environment(context.env),
      timeLimit: seconds * 1000,
      outputLimit,
      signal: context.signal,
    });
    const { end, output } = outcome;
    const body = output === "" || output.endsWith("\n") ? output : `${output}\n`;
    return {
      ok: end.kind === "exited" && end.status === 0,
      content: `${body}[${endInWords(end, textArgument(args, "program"), seconds)}]`,
    };
  }),
};

/** What a profile enables as `cli`. */
export const cli: ToolPlugin = { name: "cli", tools: [runCommand] };

function listOf({ args = [] }: Record<string, unknown>): string[] {
  if (!Array.isArray(args)) throw new ToolRefusal('"args" must be a list of strings.');
  return args.map((value: unknown) => {
    if (typeof value !== "string") throw new ToolRefusal('"args" must be a list of strings.');
    return value;
  });
}

async function folderOf(args: Record<string, unknown>, { workspace }: ToolContext): Promise<string> {
  const requested = args["folder"] === undefined ? "." : textArgument(args, "folder");
  const { real } = await resolveInWorkspace(workspace, requested);
  const isFolder = await stat(real).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ToolRefusal(`There is no folder "${requested}" in the workspace.`);
  return real;
}

/** Without the user's keys, which are not the model's to see, and without what makes programs colour or page. */
function environment(env: ToolContext["env"]): Record<string, string | undefined> {
  const open = Object.entries(env).filter(([name]) => !looksSecret(name));
  return { ...Object.fromEntries(open), TERM: "dumb", NO_COLOR: "1", PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };
}

/** The command as one would type it; what is no plain word is quoted. */
function commandLine(args: Record<string, unknown>): string {
  const words = [textArgument(args, "program"), ...listOf(args)];
  const line = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(" ");
  return args["folder"] === undefined ? line : `${line}  (in ${quoted(textArgument(args, "folder"))})`;
}

/** Programs that run whatever they are given. */
const RUNS_ANYTHING =
  /^(?:(?:ba|da|z|k|c|tc|fi)?sh|busybox|cmd|powershell|pwsh|env|xargs|sudo|doas|su|nohup|timeout|time|nice|find|awk|gawk|perl|ruby|php|lua|python[\d.]*|node|deno|bun|npx|npm|pnpm|yarn|uv|uvx|pipx|make|ssh|docker|podman|git)(?:\.exe)?$/i;

/** The exact command, and the program with whatever arguments. */
function grantsOf(args: Record<string, unknown>): Grant[] {
  const program = textArgument(args, "program");
  const isOpen = RUNS_ANYTHING.test(path.basename(program));
  return [
    {
      key: `command ${JSON.stringify([program, listOf(args), args["folder"] ?? "."])}`,
      words: "this very command",
    },
    {
      key: `program ${program}`,
      words: `the program ${quoted(program)} with any arguments${isOpen ? ", which means any command at all" : ""}`,
    },
  ];
}

function endInWords(end: ProcessOutcome["end"], program: string, seconds: number): string {
  if (end.kind === "exited") return `exit status ${end.status}`;
  if (end.kind === "signalled") return `ended by ${end.signal}`;
  if (end.kind === "cancelled") return "cancelled by the user";
  if (end.kind === "not-started")
    return `${JSON.stringify(program)} could not be started: ${reasonOf(end.cause)}`;
  return `ended after the time limit of ${seconds} s, with all it had started`;
}
