/** Files that the user names, read and written whole; what the system has against one is told with its name. */
import { readFile, writeFile } from "node:fs/promises";
import { ConfigurationError, messageOf } from "@framework/shared";

const unless = (file: string, what: "read" | "written") => (cause: unknown) => {
  throw new ConfigurationError(`${file} cannot be ${what}: ${messageOf(cause)}.`, { cause });
};

export const readNamed = (file: string): Promise<string> =>
  readFile(file, "utf8").catch(unless(file, "read"));

export const writeNamed = (file: string, content: string | Uint8Array): Promise<void> =>
  writeFile(file, content).catch(unless(file, "written"));
