/**
 * A folder that is held open, so that what is done in it happens there and nowhere else, although another process may meanwhile
 * put a link in its place.
 */
import { constants, existsSync } from "node:fs";
import { type FileHandle, mkdir, open, realpath } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./system-error.js";

/** Linux gives every open folder a name that stays with it. */
const OPEN_FOLDERS = "/proc/self/fd";
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** The folder is not where it was, or leads elsewhere by now. */
export class FolderMovedError extends Error {}

/**
 * Opens a folder under a root, one name after the other and through no link, and gives `work` a path to it. Where the system has no
 * such names (everywhere but on Linux), the true path is looked at before and after the work instead.
 */
export async function inFolder<Result>(
  root: string,
  names: readonly string[],
  { create }: { create: boolean },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (process.platform !== "linux" || !existsSync(OPEN_FOLDERS))
    return inCheckedFolder(root, names, create, work);
  let held: FileHandle | undefined;
  try {
    held = await openFolder(root);
    for (const name of names) {
      const next = `${OPEN_FOLDERS}/${held.fd}/${name}`;
      if (create) await makeFolder(next);
      const inner = await openFolder(next);
      await held.close();
      held = inner;
    }
    return await work(`${OPEN_FOLDERS}/${held.fd}`);
  } finally {
    await held?.close();
  }
}

async function inCheckedFolder<Result>(
  root: string,
  names: readonly string[],
  create: boolean,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(root, ...names);
  if (create) await mkdir(folder, { recursive: true });
  const check = async () => {
    if ((await realpath(folder)) !== folder) throw new FolderMovedError();
  };
  await check();
  const result = await work(folder);
  await check();
  return result;
}

async function openFolder(place: string): Promise<FileHandle> {
  try {
    return await open(place, FOLDER);
  } catch (error) {
    const code = codeOf(error);
    throw code === "ELOOP" || code === "ENOTDIR" ? new FolderMovedError() : error;
  }
}

const makeFolder = (place: string): Promise<void> =>
  mkdir(place).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
