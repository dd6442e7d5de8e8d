/** The user's own profile: the one that holds when none is named. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../provider/settings.js";
import { userFolder } from "../system/user-folder.js";

/**
 * Where it is; `fw init` writes it. It is the user's and never a workspace's: a folder from elsewhere must not be able to send the
 * user's keys to an address of its choice.
 */
export function ownProfile(env: Environment): string {
  const folder = userFolder("config", env);
  const name = chosenProfile(env);
  const chosen = name === undefined ? undefined : path.join(folder, "profiles", `${name}.yaml`);
  return chosen !== undefined && existsSync(chosen) ? chosen : path.join(folder, "profile.yaml");
}

/** Where the name of the profile stands that `fw profile use` chose. */
export const choiceFile = (env: Environment): string =>
  path.join(userFolder("config", env), "profile-in-use");

/** The profile with a name that holds when none is named; undefined for the one without a name. */
export function chosenProfile(env: Environment): string | undefined {
  try {
    const name = readFileSync(choiceFile(env), "utf8").trim();
    return /^[\w.-]+$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
