/**
 * Packages that a few commands need and the plain installation does not bring. They are looked for beside this program and in the
 * user's own folder for them, never in the working folder: what lies there is not the user's choice.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigurationError, type Environment } from "@framework/shared";
import { userFolder } from "@framework/shared/auth";

/** The module, or an error with the command that installs it. `purpose` begins the sentence: "--queue". */
export async function optionalPackage(
  names: readonly string[],
  purpose: string,
  env: Environment,
): Promise<unknown> {
  const [name = ""] = names;
  const folder = path.join(userFolder("config", env), "packages");
  for (const place of [import.meta.url, path.join(folder, "package.json")]) {
    const found = resolve(name, place);
    if (found !== undefined) return import(pathToFileURL(found).href);
  }
  throw new ConfigurationError(
    `${purpose} needs the package ${name}, which is not installed. Install it with: npm install --prefix "${folder}" ${names.join(" ")}`,
  );
}

function resolve(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
}
