/** The commands of the interactive chat: what each does, and what Tab may add to it. */
import { wrapWords } from "@framework/shared/format";
import { ConfigurationError, didYouMean, knownProviders } from "@framework/shared";
import { countOf } from "../output/count-of.js";
import { modelLines } from "../output/model-lines.js";
import { windowUse } from "../output/turn-meter.js";
import type { ChatState } from "./chat-state.js";
import { fileCandidates } from "../input/file-completion.js";
import type { CompletedCommand } from "../input/tab-completion.js";
import { answerCommands } from "./answer-commands.js";
import { serverCommands } from "./server-commands.js";
import type { Command, CommandContext } from "./chat-command.js";

const modelOrigin = ({ client }: ChatState) => {
  const { tokens, source, detail } = client.contextWindow;
  return `${client.providerName} · ${client.model} · window ${tokens} tokens (${source}: ${detail})`;
};

/** `/exit` and `/quit` are known to the loop, which is what they end. */
const commands: Readonly<Record<string, Command>> = {
  help: {
    usage: "",
    help: "this list",
    run: ({ chat }) => chat.output.note(helpText(process.stdout.columns || 80), "plain"),
  },
  model: {
    usage: "[ID]",
    help: "which model answers; with an ID, go on with that one",
    complete: (chat) => chat.models(),
    run: async ({ chat, signal }, id) => {
      if (id === "") chat.output.note(modelOrigin(chat), "plain");
      else await chat.switchModel(id, signal);
    },
  },
  models: {
    usage: "[PREFIX]",
    help: "what the backend offers, with windows",
    run: async ({ chat }, prefix) => {
      const list = await chat.client.describeModels(prefix || undefined);
      const lines = modelLines(list).map((line, index) => {
        const isCurrent = list[index]?.id === chat.client.model;
        return `${isCurrent ? "*" : " "} ${line}`;
      });
      chat.output.note(lines.length > 0 ? lines.join("\n") : "The backend offers no such model.", "plain");
    },
  },
  provider: {
    usage: "[NAME [MODEL]]",
    help: "which backend answers; with a NAME, go on with that one",
    complete: async () => knownProviders,
    run: async ({ chat, signal }, argument) => {
      const [name, model] = argument.split(/\s+/, 2);
      if (!name) chat.output.note(`${modelOrigin(chat)}\nThere are: ${knownProviders.join(", ")}.`, "plain");
      else await chat.switchProvider(name, model, signal);
    },
  },
  usage: {
    usage: "",
    help: "tokens used, and how full the window is",
    run: ({ chat }) => chat.output.note(usageText(chat), "plain"),
  },
  system: {
    usage: "[TEXT]",
    help: "the system message; with a TEXT, set it (- takes it away)",
    run: ({ chat: { session, output } }, text) => {
      if (text !== "") session.system = text === "-" ? undefined : text;
      output.note(session.system === undefined ? "There is no system message." : session.system, "plain");
    },
  },
  save: {
    usage: "FILE",
    help: "save the conversation to a new file, now and as it goes on",
    complete: (_chat, typed) => fileCandidates(typed, process.cwd()),
    run: ({ chat: { session, output } }, file) => {
      session.save(needed(file, "/save FILE"));
      output.note(`The conversation is saved to ${file}, now and as it goes on.`);
    },
  },
  load: {
    usage: "FILE",
    help: "go on with a saved conversation",
    complete: (_chat, typed) => fileCandidates(typed, process.cwd()),
    run: async ({ chat }, file) => {
      await chat.load(needed(file, "/load FILE"));
      chat.output.note(chat.whereItWas());
    },
  },
  clear: {
    usage: "",
    help: "forget the conversation; the system message stays",
    run: ({ chat }) => {
      chat.clear();
      chat.output.note("The conversation begins anew.");
    },
  },
  ...serverCommands,
  ...answerCommands,
  reasoning: {
    usage: "full|fold",
    help: "show what the model thinks, or only that it does",
    complete: async () => ["full", "fold"],
    run: ({ chat: { output } }, view) => {
      if (view !== "full" && view !== "fold") throw new ConfigurationError("/reasoning takes full or fold.");
      output.reasoning = view;
    },
  },
  exit: { usage: "", help: "leave", run: () => undefined },
  quit: { usage: "", help: "leave", run: () => undefined },
};

const needed = (argument: string, usage: string): string => {
  if (argument === "") throw new ConfigurationError(`${usage} needs the name of a file.`);
  return argument;
};

export function helpText(columns: number): string {
  const rows = Object.entries(commands).map(
    ([name, { usage, help }]) => [`/${name} ${usage}`, help] as const,
  );
  const keys = [
    ["Alt-Enter", "a new line, as \\ at the end of one; pasted lines are kept"],
    ["Tab", "finishes commands, model names and files"],
    ["Up, Down", "what you entered before; Ctrl-R searches it"],
    ["Ctrl-C", "cancels the answer; at an empty prompt, twice leaves"],
    ["Ctrl-D", "leaves"],
  ] as const;
  return [...rows, ...keys].map(([left, right]) => helpLine(left, right, columns)).join("\n");
}

/** The column that explains, where there is room for two. */
const HELP_COLUMN = 25;
const LEAST_HELP = 30;

/** What explains a command stands beside it and hangs under itself; where there is no room, it stands below. */
function helpLine(left: string, right: string, columns: number): string {
  const isNarrow = columns < HELP_COLUMN + LEAST_HELP;
  const indent = isNarrow ? 2 : HELP_COLUMN;
  const lines = wrapWords(right, columns - 1 - indent).split("\n");
  const name = left.trimEnd();
  const isBelow = isNarrow || name.length >= HELP_COLUMN;
  const beside = isBelow ? `${name}\n${" ".repeat(indent)}` : name.padEnd(HELP_COLUMN);
  return beside + lines.join(`\n${" ".repeat(indent)}`);
}

function usageText({ client, session }: ChatState): string {
  const usage = session.getTokenUsage();
  const details = [
    ["cached", usage.cached_tokens],
    ["reasoning", usage.reasoning_tokens],
    ["cost", usage.cost],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  const { detail } = client.contextWindow;
  return [
    `prompts ${usage.prompt_tokens} · answers ${usage.output_tokens} · together ${countOf(usage.total_tokens, "token")}`,
    ...(details.length > 0 ? [details.join(" · ")] : []),
    `${windowUse(session, client.contextWindow)}: ${detail}`,
  ].join("\n");
}

/** What Tab can finish. */
export function completedCommands(chat: ChatState): Map<string, CompletedCommand> {
  return new Map(
    Object.entries(commands).map(([name, { usage, help, complete }]) => [
      name,
      {
        // What is cut on a narrow terminal is the end.
        help: `${help}  ${usage}`.trimEnd(),
        complete: complete && ((typed: string) => complete(chat, typed)),
      },
    ]),
  );
}

/** Whether a command ends the chat. */
export const isLeaving = (text: string): boolean => text === "/quit" || text === "/exit";

/** Whether a text is meant as a command; one that begins with a path is not. */
export const isCommand = (text: string): boolean => /^\/[a-z]*(?:\s|$)/i.test(text);

/** Runs the command a line names. A line that names none is an error that says where they are listed. */
export async function runCommand(line: string, context: CommandContext): Promise<void> {
  const [, name = "", argument = ""] = /^\/(\S*)\s*([^]*)$/.exec(line) ?? [];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const meant = didYouMean(name, Object.keys(commands)).replace('"', '"/');
    throw new ConfigurationError(`There is no command /${name}${meant}. /help lists them.`);
  }
  await command.run(context, argument.trim());
}
