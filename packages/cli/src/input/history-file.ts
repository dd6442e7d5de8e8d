import { homedir } from "node:os";
import path from "node:path";

/** Where the history is kept: `FW_HISTORY` if it is set (`off` keeps none), else the user's folder for such things. */
export function historyFile(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const chosen = env["FW_HISTORY"]?.trim();
  if (chosen) return chosen === "off" ? undefined : path.resolve(chosen);
  const state = env["XDG_STATE_HOME"];
  const home = env["HOME"] || homedir();
  // A relative path is to be ignored, says the XDG specification.
  const base = state !== undefined && path.isAbsolute(state) ? state : path.join(home, ".local", "state");
  return path.join(base, "fw", "history.jsonl");
}
