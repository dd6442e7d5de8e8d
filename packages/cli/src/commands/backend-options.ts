/** The options that commands have in common. */
import { type Command, InvalidArgumentError, Option } from "commander";

/** The flags of every command that talks to a backend. */
export const withBackend = (command: Command): Command =>
  withFiles(
    command.option("--provider <name>", "which kind of backend; else the profile's, else FW_PROVIDER"),
  );

/** The same for a command whose provider is an argument. */
export const withFiles = (command: Command): Command =>
  command
    .option("-m, --model <id>", "which model; else the profile's, else the provider's variable")
    .option(
      "-p, --profile <file>",
      "profile, by name or file (YAML); else the one that fw profile use or fw init chose",
    )
    .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
    .option("--workspace <dir>", "folder whose .fw/ holds settings and stored keys", ".")
    .option(
      "--send-key-to <url>",
      "keys may go to this address, although the profile is not yours; may be repeated",
      collect,
    );

/** The flags of commands that talk to one backend only: its settings, by what they are for or by name. */
export const withKnobs = (command: Command): Command =>
  command
    .option("--host <url>", "the backend's address, whatever its setting is called")
    .option("--context-length <n>", "the model's window in tokens, where no server says it or to narrow it")
    .option("--set <knob=value>", "any other setting of the provider; may be repeated", collect);

/** Reads an option that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** Reads an option that takes a number within these ends. */
export const numberFrom =
  (least: number, most = Number.POSITIVE_INFINITY, kind: "a number" | "a whole number" = "a number") =>
  (text: string): number => {
    const number = Number(text);
    const fits = number >= least && number <= most && (kind === "a number" || Number.isSafeInteger(number));
    if (text.trim() !== "" && fits) return number;
    const range = [
      ...(Number.isFinite(least) ? [` from ${least}`] : []),
      ...(Number.isFinite(most) ? [` to ${most}`] : []),
    ];
    throw new InvalidArgumentError(`It takes ${kind}${range.join("")}, not "${text}".`);
  };

/** Reads an option that takes a whole number. */
export const wholeNumber = (least: number): ((text: string) => number) =>
  numberFrom(least, Number.POSITIVE_INFINITY, "a whole number");

/** Reads an option that takes a port; 0 takes any free one. */
export const portNumber = numberFrom(0, 65_535, "a whole number");

/** The option that says how often a call is tried again. */
export const retriesOption = (usual = 4, meaning = "tries after the first one; 0 turns them off"): Option =>
  new Option("--retries <n>", meaning).argParser(wholeNumber(0)).default(usual);
