/** The folders and files a user names. */
import { stat } from "node:fs/promises";
import { readEnvFile } from "../config/env-file.js";
import { profileWithText } from "../config/configuration.js";
import type { Profile } from "../config/profile.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import { looksSecret } from "../provider/secrets.js";
import type { Environment } from "../provider/settings.js";
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
