/** Flags in which every name stands for what it means: a profile for its file, an alias for its provider and model. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "../provider/errors.js";
import type { Environment } from "../provider/settings.js";
import { didYouMean } from "../provider/suggest.js";
import { userFolder } from "../system/user-folder.js";
import { aliasTarget, readAliases } from "./aliases.js";

interface Named {
  provider?: string;
  model?: string;
  profile?: string;
}

/** Where profiles with names are. */
export const profilesFolder = (env: Environment): string => path.join(userFolder("config", env), "profiles");

const EXTENSION = /\.ya?ml$/i;

/** The names of the user's own profiles, sorted. */
export async function profileNames(env: Environment): Promise<string[]> {
  const files = await readdir(profilesFolder(env)).catch(() => []);
  return files
    .filter((file) => EXTENSION.test(file))
    .map((file) => file.replace(EXTENSION, ""))
    .sort();
}

/** The file of a profile that is named, or given as a file. */
export async function namedProfile(wanted: string, env: Environment): Promise<string> {
  if (/[/\\]/.test(wanted) || EXTENSION.test(wanted) || existsSync(wanted)) return wanted;
  for (const extension of [".yaml", ".yml"]) {
    const file = path.join(profilesFolder(env), wanted + extension);
    if (existsSync(file)) return file;
  }
  const names = await profileNames(env);
  const known = names.length === 0 ? "There are none yet." : `There are: ${names.join(", ")}.`;
  throw new ConfigurationError(
    `There is no profile "${wanted}"${didYouMean(wanted, names)}: no such file here, and none of that name in ${profilesFolder(env)}. ${known}`,
  );
}

/** A model that is an alias names its provider too, unless this call names another. */
export async function namedFlags<Flags extends Named>(flags: Flags, env: Environment): Promise<Flags> {
  const { model, provider, profile } = flags;
  const file = profile === undefined ? undefined : await namedProfile(profile, env);
  const aliases = model !== undefined && provider === undefined ? await readAliases(env) : {};
  const target =
    model !== undefined && Object.hasOwn(aliases, model) ? aliasTarget(aliases[model] ?? "") : undefined;
  return { ...flags, ...(file !== undefined && { profile: file }), ...target };
}
