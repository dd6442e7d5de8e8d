/** The user's own names for models: `fast` for `gateway:openai/gpt-5-mini`. Kept in the user's configuration folder. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "../provider/errors.js";
import { providerCalled } from "../plugins/product-names.js";
import type { Environment } from "../provider/settings.js";
import { atomicWrite } from "../system/atomic-write.js";
import { userFolder } from "../system/user-folder.js";
import { readText } from "../system/read-text.js";
import { isRecord, jsonIn, textsIn } from "../provider/untrusted.js";

/** Short names that the user gave to models, each with what it stands for. */
export type Aliases = Readonly<Record<string, string>>;

const SIZE_LIMIT = 256 * 1024;
const TARGET = /^([\w.-]+):(\S(?:.*\S)?)$/;

const aliasFile = (env: Environment): string => path.join(userFolder("config", env), "aliases.json");

/** None where there is no file; a file that cannot be read is an error that names it. */
export async function readAliases(env: Environment): Promise<Aliases> {
  const file = aliasFile(env);
  if (!existsSync(file)) return {};
  const value = jsonIn(await readText(file, SIZE_LIMIT));
  if (isRecord(value)) return textsIn(value);
  const what = value === undefined ? "is no JSON" : "must be an object of names and PROVIDER:MODEL";
  throw new ConfigurationError(`${file} ${what}. Mend it, or remove it.`);
}

/** Replaces all of the user's short names; readers see the old ones or the new ones, nothing between. */
export async function writeAliases(aliases: Aliases, env: Environment): Promise<void> {
  const file = aliasFile(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await atomicWrite(file, `${JSON.stringify(aliases, undefined, 2)}\n`, { mode: 0o600 });
}

/** What `PROVIDER:MODEL` names, products included; undefined for any other text. */
export function aliasTarget(text: string): { provider: string; model: string } | undefined {
  const [, provider, model] = TARGET.exec(text.trim()) ?? [];
  return provider === undefined || model === undefined
    ? undefined
    : { provider: providerCalled(provider), model };
}
