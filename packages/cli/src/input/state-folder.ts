/** Where programs of this user remember things. */
import { homedir } from "node:os";
import path from "node:path";

/** The user's folder for what programs remember by themselves, by the XDG specification. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string {
  const state = env["XDG_STATE_HOME"];
  const home = env["HOME"] || homedir();
  // A relative path is to be ignored, says the specification.
  const base = state !== undefined && path.isAbsolute(state) ? state : path.join(home, ".local", "state");
  return path.join(base, "fw");
}
