/** Reads a file that may lie in a folder of anybody's: no link is followed, no pipe waited for, nothing endless read. */
import { constants, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf, reasonOf } from "./system-error.js";

/** Why a file is not read, in words; never what is in it. */
export class UnreadableFileError extends Error {}

/** The content, and who may do what with it; undefined when there is no such file. */
export async function readPlainFile(
  file: string,
  limit: number,
): Promise<{ text: string; stats: Stats } | undefined> {
  let handle;
  try {
    // Where a platform lacks a flag it is undefined, which adds nothing.
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = code === "ELOOP" || code === "EMLINK" ? "it is a symbolic link" : reasonOf(cause);
    throw new UnreadableFileError(reason, { cause });
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UnreadableFileError("it is not a file");
    if (stats.size > limit) throw new UnreadableFileError(`it is larger than ${limit} bytes`);
    return { text: await handle.readFile("utf8"), stats };
  } finally {
    await handle.close();
  }
}

/** Whether somebody else could have written this file or folder, or could yet. */
export function isOpenToOthers({ mode, uid }: Pick<Stats, "mode" | "uid">): boolean {
  const own = process.getuid?.();
  return own !== undefined && ((mode & 0o022) !== 0 || uid !== own);
}
