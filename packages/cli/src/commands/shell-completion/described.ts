/** The commands as a completion script needs them. */
import { backendNames, faultNames } from "@framework/backends";
import { knownProviders, type ProviderDefinition } from "@framework/shared";
import { LOOKS, THEMES } from "@framework/shared/format";
import type { Command, Option } from "commander";

/** What may stand behind an option or a command: these words, or something the shell finds itself. */
export type Values = readonly string[] | "files" | "folders" | "models" | "anything";

export interface DescribedOption {
  /** `-o`, `--output`. */
  readonly names: readonly string[];
  /** Undefined for a switch. */
  readonly takes: Values | undefined;
  readonly summary: string;
}

export interface DescribedCommand {
  readonly program: string;
  /** The words after the program's name: `chat`, `explain provider`. */
  readonly path: string;
  readonly summary: string;
  readonly options: readonly DescribedOption[];
  /** Words that may follow. */
  readonly words: Values;
}

const valuesOf: Readonly<Record<string, Values>> = {
  "--provider": knownProviders,
  "--model": "models",
  "--profile": "files",
  "--env-file": "files",
  "--output": "files",
  "--workspace": "folders",
  "--only": backendNames,
  "--fault": [...faultNames, "list"],
  "--theme": THEMES,
  "--look": LOOKS,
};

/** What the first argument may be, by its name in the usage line. */
const argumentValues: Readonly<Record<string, Values>> = {
  file: "files",
  files: "files",
  shell: ["bash", "zsh", "fish"],
  name: knownProviders,
};

function describeOption({
  short,
  long,
  required,
  optional,
  argChoices,
  description,
}: Option): DescribedOption {
  const names = [short, long].filter((name) => name !== undefined);
  const takesValue = required || optional;
  return {
    names,
    takes: takesValue ? (argChoices ?? valuesOf[long ?? ""] ?? "anything") : undefined,
    summary: description,
  };
}

const help: DescribedOption = { names: ["-h", "--help"], takes: undefined, summary: "how it is called" };

/** A program with all its commands. */
export function describeProgram(command: Command, program = command.name(), path = ""): DescribedCommand[] {
  const [argument] = command.registeredArguments;
  const own: DescribedCommand = {
    program,
    path,
    summary: command.description(),
    options: [...command.options.map(describeOption), help],
    words:
      command.commands.length > 0
        ? command.commands.map((child) => child.name())
        : (argumentValues[argument?.name() ?? ""] ?? []),
  };
  const children = command.commands.flatMap((child) =>
    describeProgram(child, program, `${path} ${child.name()}`.trim()),
  );
  return [own, ...children];
}

const option = (name: string): DescribedOption => ({
  names: [name],
  takes: name === "--json" ? undefined : (valuesOf[name] ?? "anything"),
  summary: "",
});

/** The programs beside `fw`: two of its commands under names of their own, and those that keep keys. */
export const otherPrograms = (
  fw: readonly DescribedCommand[],
  definitions: readonly ProviderDefinition[],
): DescribedCommand[] => [
  ...renamed(fw, "doctor", "framework-doctor", ""),
  { program: "framework-scaffold", path: "", summary: "Explain.", options: [help], words: ["explain"] },
  { program: "framework-scaffold", path: "explain", summary: "", options: [help], words: ["provider"] },
  ...renamed(fw, "explain", "framework-scaffold", "explain provider"),
  ...definitions.flatMap(({ credential: { command: program } }) =>
    program === undefined
      ? []
      : {
          program,
          path: "",
          summary: "Keep a key.",
          options: [...["--workspace", "--env-file", "--store"].map(option), help],
          words: ["login", "key", "status", "logout", "help"],
        },
  ),
];

const renamed = (fw: readonly DescribedCommand[], command: string, program: string, path: string) =>
  fw.filter((described) => described.path === command).map((described) => ({ ...described, program, path }));
