/** Has an image made for the next process. */
import { spawn } from "node:child_process";
import { accessSync, constants as modes } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptLoader } from "../worker/script-loader.js";

/** To be asked before anything is drawn: gives what is to be called when the first answer was sent, so that nobody waits. */
export function imageOrder(kind: string, file: string, bundle: URL): () => void {
  const folder = fileURLToPath(bundle);
  const cache = path.join(folder, "..", "..", ".cache");
  const loader = new ScriptLoader(cache);
  loader.use(kind);
  // It is as much work as a few pictures: only for a kind that was drawn before.
  if (!loader.hasKept(path.join(folder, "thread.cjs"))) return () => {};
  let isPlaced = false;
  return () => {
    if (isPlaced) return;
    isPlaced = true;
    order(cache, [path.join(folder, "make-image.cjs"), kind, file]);
  };
}

/** Starts a process that outlives this one. */
function order(cache: string, args: string[]): void {
  try {
    accessSync(cache, modes.W_OK);
    const maker = spawn(process.execPath, args, { detached: true, stdio: "ignore", env: {} });
    maker.on("error", () => {});
    // Somebody may be drawing meanwhile.
    if (maker.pid !== undefined) setPriority(maker.pid, constants.priority.PRIORITY_LOW);
    maker.unref();
  } catch {
    // Nothing can be kept here.
  }
}
