/** The folders and files a user names. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readEnvFile } from "../config/env-file.js";
import { profileWithText } from "../config/configuration.js";
import type { Profile } from "../config/profile.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import { looksSecret } from "../provider/secrets.js";
import type { Environment } from "../provider/settings.js";
import { readPlainFile } from "../system/read-plain-file.js";
import { findSandbox } from "../system/sandbox.js";
import { createTrust } from "../system/trust.js";
import { fail, pass, warn } from "./check.js";

export async function checkWorkspace(folder: string): Promise<Check> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    return fail("workspace", `${folder} is no folder.`, "Name an existing folder with --workspace.");
  }
  const own = await stat(`${folder}/.fw`).catch(() => undefined);
  return pass(
    "workspace",
    own?.isDirectory()
      ? `${folder}; its .fw folder holds settings and stored keys.`
      : `${folder} has no .fw folder, so stored keys are in the user's configuration folder.`,
  );
}

/** What the folder brings along and nobody has trusted. */
export async function checkTrust(folder: string, env: Environment): Promise<Check | undefined> {
  const own = path.join(folder, ".fw");
  const names = (await readdir(own).catch(() => [])).filter((name) => name.endsWith("_auth.json"));
  const trust = createTrust(env);
  const strange: string[] = [];
  for (const name of names) {
    const file = path.join(own, name);
    const found = await readPlainFile(file, SIZE_LIMIT).catch(() => undefined);
    if (found && !(await trust.isTrusted(file, found.text))) strange.push(name);
  }
  if (strange.length === 0) return undefined;
  return warn(
    "trust",
    `${own} brings ${strange.join(", ")} along, which you have not trusted: no key of theirs is used.`,
    `If the folder is yours: fw trust ${JSON.stringify(folder)}`,
  );
}

/** Whether programs that a model runs are kept in a sandbox. */
export async function checkSandbox(folder: string, env: Environment): Promise<Check> {
  const sandbox = await findSandbox(env, folder);
  if ("program" in sandbox)
    return pass("sandbox", `Programs that a model runs are kept in ${sandbox.program}.`);
  return pass("sandbox", `Programs that a model runs have all your rights: ${sandbox.reason}.`);
}

const SIZE_LIMIT = 64 * 1024;

/** The check and what the file says; nothing when it cannot be used. */
export async function checkEnvFile(file: string): Promise<{ check: Check; variables: Environment }> {
  try {
    const variables = await readEnvFile(file);
    const count = Object.keys(variables).length;
    const { mode } = await stat(file);
    const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
    const holdsKey = Object.keys(variables).some((name) => looksSecret(name));
    const detail = `${file} sets ${count} ${count === 1 ? "variable" : "variables"}.`;
    const check =
      isOpen && holdsKey
        ? warn("env file", `${detail} It holds keys and can be read by others.`, `Run: chmod 600 ${file}`)
        : pass("env file", detail);
    return { check, variables };
  } catch (error) {
    return {
      check: faulty("env file", error, "Correct the file, or name another with --env-file."),
      variables: {},
    };
  }
}

export async function checkProfile(
  file: string,
  env: Environment,
): Promise<{ check: Check; profile: Profile | undefined; content?: string }> {
  try {
    const { profile, content } = await profileWithText(file, env);
    const { provider, model } = profile;
    const says = [provider && `provider ${provider}`, model && `model ${model}`].filter(Boolean);
    return {
      check: pass("profile", `${file}: ${says.join(", ") || "names no provider and no model"}.`),
      profile,
      content,
    };
  } catch (error) {
    return { check: faulty("profile", error, "Correct the profile."), profile: undefined };
  }
}

/** A file that cannot be used; everything else is a defect of ours and goes on as such. */
function faulty(name: string, error: unknown, mend: string): Check {
  if (!(error instanceof ConfigurationError)) throw error;
  return fail(name, error.message, mend, error);
}
