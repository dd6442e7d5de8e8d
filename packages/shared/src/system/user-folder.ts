/** The user's own folders, by the custom of the platform: what was chosen, what may be lost, what is remembered. */
import { homedir } from "node:os";
import path from "node:path";

type Purpose = "config" | "cache" | "state";

/** Where each purpose has its place: the variable that names it, and the way from the home folder where none does. */
const PLACES = {
  win32: {
    config: ["APPDATA", "AppData", "Roaming"],
    cache: ["LOCALAPPDATA", "AppData", "Local"],
    state: ["LOCALAPPDATA", "AppData", "Local"],
  },
  darwin: {
    config: ["XDG_CONFIG_HOME", "Library", "Application Support"],
    cache: ["XDG_CACHE_HOME", "Library", "Caches"],
    state: ["XDG_STATE_HOME", "Library", "Application Support"],
  },
  other: {
    config: ["XDG_CONFIG_HOME", ".config"],
    cache: ["XDG_CACHE_HOME", ".cache"],
    state: ["XDG_STATE_HOME", ".local", "state"],
  },
} as const;

/**
 * The folder for one purpose. It need not exist.
 *
 * @example
 * path.join(userFolder("config", process.env), "aliases.json");
 */
export function userFolder(
  purpose: Purpose,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  systemHome: string = homedir(),
): string {
  const isWindows = platform === "win32";
  const paths = isWindows ? path.win32 : path.posix;
  const [variable, ...way] = PLACES[isWindows || platform === "darwin" ? platform : "other"][purpose];
  const chosen = env[variable];
  // A relative path is to be ignored, says the XDG specification.
  if (chosen !== undefined && paths.isAbsolute(chosen)) return paths.join(chosen, "fw");
  return paths.join(isWindows ? systemHome : env["HOME"] || systemHome, ...way, "fw");
}
