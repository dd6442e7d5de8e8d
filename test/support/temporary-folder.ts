/** One folder for everything that the suites put into the temporary one, so that nothing of a run is left behind. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Called once, before the processes start that run the suites: they take the environment over. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "fw-suites-"));
  process.env["TMPDIR"] = folder;
  // What a suite started may still be writing.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
