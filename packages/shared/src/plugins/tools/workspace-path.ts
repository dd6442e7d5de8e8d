/** Places in the workspace, and nowhere else. */
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { FolderMovedError, inFolder } from "../../system/held-folder.js";
import { codeOf, reasonOf } from "../../system/system-error.js";
import { ToolRefusal } from "./tool.js";

/** A place in the workspace, after all links were followed. */
export interface WorkspacePath {
  /** The true path of the workspace. */
  root: string;
  /** The true, absolute path. */
  real: string;
  /** Relative to the workspace, with forward slashes. */
  name: string;
}

/**
 * Finds where a path truly leads, and refuses it when that is outside the workspace, or a file that holds keys. The last parts
 * may be missing (a file to create); a link that leads nowhere is refused.
 */
export async function resolveInWorkspace(workspace: string, requested: string): Promise<WorkspacePath> {
  if (requested.includes("\0")) throw new ToolRefusal("The path contains a NUL character.");
  const root = await realpath(workspace);
  const real = await realOf(path.resolve(root, requested), requested);
  const relative = path.relative(root, real);
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    throw new ToolRefusal(
      `"${requested}" is outside the workspace. Use a path inside it, relative to its top.`,
    );
  }
  const name = relative.split(path.sep).join("/") || ".";
  if (holdsKeys(name)) throw new ToolRefusal(`"${requested}" may hold keys and is closed to tools.`);
  return { root, real, name };
}

/** Does something with a file of the workspace that another process cannot lead elsewhere; `work` gets its path. */
export async function atPlace<Result>(
  { root, name }: WorkspacePath,
  options: { create: boolean },
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const names = name.split("/");
  const last = names.pop() ?? "";
  try {
    return await inFolder(root, names, options, (folder) => work(path.join(folder, last)));
  } catch (error) {
    if (error instanceof FolderMovedError)
      throw new ToolRefusal(`"${name}" was moved while it was worked on. Try again.`);
    throw error;
  }
}

async function realOf(target: string, requested: string): Promise<string> {
  try {
    return await realpath(target);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      throw new ToolRefusal(`"${requested}" cannot be reached: ${reasonOf(error)}.`);
    }
  }
  const link = await lstat(target).catch(() => undefined);
  if (link) throw new ToolRefusal(`"${requested}" goes through a link that leads nowhere.`);
  return path.join(await realOf(path.dirname(target), requested), path.basename(target));
}

/** Stored keys and env files: their content would go to the model's host. Samples without values are open. */
function holdsKeys(name: string): boolean {
  const file = path.posix.basename(name).toLowerCase();
  if (/(?:^|\/)\.fw\/[^/]*_auth\.json/i.test(name)) return true;
  return /^\.env(?:\..+)?$/.test(file) && !/\.(?:example|sample|template|dist)$/.test(file);
}
