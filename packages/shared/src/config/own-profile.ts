/** The user's own profile: the one that holds when none is named. */
import { homedir } from "node:os";
import path from "node:path";
import type { Environment } from "../provider/settings.js";
import { userConfigFolder } from "../system/config-folder.js";

/**
 * Where it is; `fw init` writes it. It is the user's and never a workspace's: a folder from elsewhere must not be able to send the
 * user's keys to an address of its choice.
 */
export const ownProfile = (env: Environment): string =>
  path.join(userConfigFolder(env, process.platform, homedir()), "profile.yaml");
