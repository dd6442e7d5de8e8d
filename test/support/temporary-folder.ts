/** One folder for everything that the suites put into the temporary one, so that nothing of a run is left behind. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Says that the folder is there: this is called once for each kind of suite. */
const MARK = "FW_SUITES_FOLDER";

/** Before the processes start that run the suites: they take the environment over. */
export default function setup(): () => void {
  if (process.env[MARK] !== undefined) return () => {};
  const folder = mkdtempSync(path.join(tmpdir(), "fw-"));
  process.env["TMPDIR"] = folder;
  process.env[MARK] = folder;
  // What a suite started may still be writing.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
