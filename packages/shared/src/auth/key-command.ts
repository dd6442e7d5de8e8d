/** `api_key_command`: a program of the user's that prints the key, such as `pass show openrouter`. */
import { ConfigurationError } from "../provider/errors.js";
import type { Environment } from "../provider/settings.js";
import { askProgram } from "../system/ask-program.js";
import { reasonOf } from "../system/system-error.js";

/** A person may have to unlock something. */
const TIME_LIMIT_MS = 120_000;

/** The first line that the command prints. No shell is involved: quotes keep words together, and nothing else has a meaning. */
export async function keyFromCommand(command: string, env: Environment): Promise<string> {
  const [program, ...args] = wordsOf(command);
  if (program === undefined) throw new ConfigurationError("api_key_command is empty.");
  const output = await askProgram(program, args, { env, timeLimit: TIME_LIMIT_MS }).catch(
    (cause: unknown) => {
      const why = cause instanceof Error && !("code" in cause) ? cause.message : reasonOf(cause);
      throw new ConfigurationError(`api_key_command: ${JSON.stringify(program)} gave no key: ${why}.`, {
        cause,
      });
    },
  );
  const key = output.split("\n")[0]?.trim() ?? "";
  if (key === "")
    throw new ConfigurationError(`api_key_command: ${JSON.stringify(program)} printed nothing.`);
  return key;
}

function wordsOf(command: string): string[] {
  const words = command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
  return Array.from(words, ([word]) =>
    word.replaceAll(
      /"([^"]*)"|'([^']*)'/g,
      (_all, double?: string, single?: string) => double ?? single ?? "",
    ),
  );
}
