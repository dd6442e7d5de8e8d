/** Where the history of the prompt is kept. */
import path from "node:path";
import { userFolder } from "@framework/shared/auth";
import type { Environment } from "@framework/shared";

/** Where the history is kept: `FW_HISTORY` if it is set (`off` keeps none), else the user's folder for such things. */
export function historyFile(env: Environment): string | undefined {
  const chosen = env["FW_HISTORY"]?.trim();
  if (chosen) return chosen === "off" ? undefined : path.resolve(chosen);
  return path.join(userFolder("state", env), "history.jsonl");
}
