/** The options that commands have in common. */
import { type Command, InvalidArgumentError } from "commander";

/** The flags of every command that talks to a backend. */
export const withBackend = (command: Command): Command =>
  command
    .option("--provider <name>", "which kind of backend; else the profile's, else FW_PROVIDER")
    .option("--model <id>", "which model; else the profile's, else the provider's variable")
    .option("--profile <file>", "session profile (YAML); else the one fw init wrote")
    .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
    .option("--workspace <dir>", "folder whose .fw/ holds settings and stored keys", ".");

/** Reads an option that takes a whole number. */
export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() !== "" && Number.isInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It takes a whole number from ${least}, not "${text}".`);
  };
