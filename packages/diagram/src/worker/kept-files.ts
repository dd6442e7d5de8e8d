/** What may be run of the files that were kept. */
import type { Stats } from "node:fs";

/** Somebody else may have written it, or may write it yet. */
export function isOpenToOthers({ mode, uid }: Stats): boolean {
  const own = process.getuid?.();
  return own !== undefined && ((mode & 0o022) !== 0 || (uid !== own && uid !== 0));
}
