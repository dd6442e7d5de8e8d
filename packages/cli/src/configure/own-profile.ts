/** Which profile holds: the one that is named, else the user's own. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { profileChecks } from "@framework/shared";
import { userConfigFolder } from "@framework/shared/auth";
import type { Profile } from "@framework/shared/config";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The profile that holds when none is named; `fw init` writes it. It is the user's and never a workspace's: a folder from
 * elsewhere must not be able to send the user's keys to an address of its choice.
 */
export const ownProfile = (env: Environment): string =>
  path.join(userConfigFolder(env, process.platform, homedir()), "profile.yaml");

/** The file to read, if there is one. The user's own does not hold for another provider than its own. */
export async function profileFile(
  flags: { profile?: string; provider?: string },
  env: Environment,
): Promise<string | undefined> {
  if (flags.profile !== undefined) return flags.profile;
  const file = ownProfile(env);
  if (!existsSync(file)) return undefined;
  if (flags.provider === undefined) return file;
  const { provider } = await profileIn(file, env);
  return provider === undefined || provider === flags.provider ? file : undefined;
}

/** Reads a profile; the parser is loaded only for that. */
export async function profileIn(file: string, env: Environment): Promise<Profile> {
  const { readProfile } = await import("@framework/shared/config");
  return readProfile(file, { env, checks: profileChecks });
}
