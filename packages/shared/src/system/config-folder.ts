/** Where this user's configuration is. */
import path from "node:path";

/** The user's own configuration folder, by the custom of the platform. */
export function userConfigFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  systemHome: string,
): string {
  if (platform === "win32") {
    return path.win32.join(env["APPDATA"] || path.win32.join(systemHome, "AppData", "Roaming"), "fw");
  }
  // A relative path is to be ignored, says the XDG specification.
  const chosen = env["XDG_CONFIG_HOME"];
  if (chosen !== undefined && path.posix.isAbsolute(chosen)) return path.posix.join(chosen, "fw");
  const base = platform === "darwin" ? ["Library", "Application Support"] : [".config"];
  return path.posix.join(env["HOME"] || systemHome, ...base, "fw");
}
