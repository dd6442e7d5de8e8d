/** Files that are either written whole or not at all. */
import { randomBytes } from "node:crypto";
import { copyFile, constants, link, open, readdir, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./system-error.js";

/** What the new file is to be like. */
export interface AtomicWriteOptions {
  /** The file has this mode from its first byte; without it, the mode any new file gets. */
  mode?: number;
  /** Fails with EEXIST when the file is there already; otherwise it is replaced. */
  exclusive?: boolean;
}

/**
 * Writes a whole file or nothing: a reader, or a crash, sees the old content or the new. The content goes to a new file
 * in the same folder, onto the disk, and only then under its name; a failure leaves what was there before.
 */
export async function atomicWrite(
  file: string,
  content: string | Uint8Array,
  { mode, exclusive = false }: AtomicWriteOptions,
): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `${temporaryPrefix(file)}${randomBytes(6).toString("hex")}.tmp`);
  const handle = await open(temporary, "wx", mode);
  try {
    try {
      if (mode !== undefined) await handle.chmod(mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (exclusive) await linkNew(temporary, file);
    else await rename(temporary, file);
  } finally {
    // After a rename there is nothing left to remove.
    await unlink(temporary).catch(() => {});
  }
  await syncFolder(folder);
}

const temporaryPrefix = (file: string) => `.${path.basename(file)}.`;

/** Removes what killed processes left of their tries to write a file. */
export async function removeTemporaries(file: string): Promise<void> {
  const folder = path.dirname(file);
  const prefix = temporaryPrefix(file);
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix) && name.endsWith(".tmp")) await unlink(path.join(folder, name));
  }
}

/** A link fails when the name is taken, which a rename does not. Some file systems have no links. */
async function linkNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    await copyFile(temporary, file, constants.COPYFILE_EXCL);
  }
}

/** Makes the new name durable, where folders can be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
