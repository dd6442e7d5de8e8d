/** The plugin `cli`: one tool that runs a program in the workspace. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { findProgram } from "../../system/find-program.js";
import { programEnvironment } from "../../system/program-environment.js";
import { findSandbox, type Sandbox, sandboxArguments } from "../../system/sandbox.js";
import { reasonOf } from "../../system/system-error.js";
import { closedObject, numberArgument, textArgument } from "./arguments.js";
import { answering } from "./answering.js";
import { type ProcessOutcome, runProcess } from "../../system/run-process.js";
import { quoted } from "./quoted.js";
import { type Grant, type ToolContext, type ToolDefinition, type ToolPlugin, ToolRefusal } from "./tool.js";
import { resolveInWorkspace } from "./workspace-path.js";

const OUTPUT_LIMIT = 32 * 1024;
const USUAL_SECONDS = 120;
const MOST_SECONDS = 600;

const runCommand: ToolDefinition = {
  name: "run_command",
  description:
    "Run a program in the workspace and get its output and exit status. No shell is involved: arguments reach the " +
    'program as they are. For pipes, globs or several commands, run program "sh" with args ["-c", "…"]. ' +
    "The program gets no input. Long output is cut in the middle. Where there is a sandbox, only the workspace can be changed, and " +
    "there is no network unless asked for.",
  changes: true,
  parameters: closedObject(["program"], {
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
    network: {
      type: "boolean",
      description: "Whether it needs the network. Default: false.",
    },
    time_limit: {
      type: "integer",
      minimum: 1,
      maximum: MOST_SECONDS,
      description: `Seconds until it is ended. Default: ${USUAL_SECONDS}.`,
    },
  }),
  async preview(args, { env, workspace }) {
    const sandbox = await findSandbox(env, workspace);
    return { text: commandLine(args), notes: [sandboxInWords(sandbox, args)], grants: grantsOf(args) };
  },
  run: answering(async (args, context) => {
    const seconds = Math.min(MOST_SECONDS, Math.max(1, numberArgument(args, "time_limit", USUAL_SECONDS)));
    const { program, words, folder, isSandboxed } = await commandFor(args, context);
    const outcome = await runProcess(program, words, {
      folder,
      env: programEnvironment(context.env, context.secrets ?? []),
      timeLimit: seconds * 1000,
      outputLimit: OUTPUT_LIMIT,
      signal: context.signal,
    });
    const { end, output } = outcome;
    const body = output === "" || output.endsWith("\n") ? output : `${output}\n`;
    return {
      ok: end.kind === "exited" && end.status === 0,
      content: `${body}[${endInWords(end, textArgument(args, "program"), seconds, isSandboxed)}]`,
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
  const found = await stat(real).catch(() => undefined);
  if (!found?.isDirectory()) throw new ToolRefusal(`There is no folder "${requested}" in the workspace.`);
  return real;
}

interface Command {
  program: string;
  words: string[];
  folder: string;
  isSandboxed: boolean;
}

/** What is started: the program itself, or the sandbox with the program in it. */
async function commandFor(args: Record<string, unknown>, context: ToolContext): Promise<Command> {
  const { env, workspace, privateFiles = [] } = context;
  const [program, words] = [textArgument(args, "program"), listOf(args)];
  const folder = await folderOf(args, context);
  const sandbox = await findSandbox(env, workspace);
  // A program that is not there is told better by the system than by the sandbox.
  const isThere = program.includes("/") || (await findProgram(program, { env })) !== undefined;
  if ("reason" in sandbox || !isThere || words.some((word) => word.includes("\0")))
    return { program, words, folder, isSandboxed: false };
  const network = args["network"] === true;
  const around = await sandboxArguments({ workspace, folder, env, network, privateFiles });
  return { program: sandbox.program, words: [...around, program, ...words], folder, isSandboxed: true };
}

function sandboxInWords(sandbox: Sandbox, args: Record<string, unknown>): string {
  if ("reason" in sandbox)
    return `It runs with all your rights: there is no sandbox, because ${sandbox.reason}.`;
  const network = args["network"] === true ? "with the network" : "no network";
  return `It runs in a sandbox: it can change the workspace, read the rest but not where keys are kept; ${network}.`;
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
  const network = args["network"] === true ? " with the network" : "";
  const isOpen = RUNS_ANYTHING.test(path.basename(program));
  return [
    {
      key: `command ${JSON.stringify([program, listOf(args), args["folder"] ?? ".", args["network"] === true])}`,
      words: "this very command",
    },
    {
      key: `program ${program}${network}`,
      words: `the program ${quoted(program)}${network} with any arguments${isOpen ? ", which means any command at all" : ""}`,
    },
  ];
}

function endInWords(
  end: ProcessOutcome["end"],
  program: string,
  seconds: number,
  isSandboxed: boolean,
): string {
  if (end.kind === "exited") return `exit status ${end.status}`;
  if (end.kind === "signalled") return `ended by ${end.signal}`;
  if (end.kind === "cancelled") return "cancelled by the user";
  if (end.kind === "not-started")
    return `${JSON.stringify(program)} could not be started: ${reasonOf(end.cause)}`;
  const rest =
    isSandboxed || process.platform === "win32"
      ? "all it had started"
      : "what it had started, as far as that could be found";
  return `ended after the time limit of ${seconds} s, with ${rest}`;
}
