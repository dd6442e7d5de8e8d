/** The files that a word may become. */
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

/** More entries than this help nobody to choose. */
const MOST_ENTRIES = 500;

/** Paths that begin with what is typed, as it is typed; folders end with a slash, hidden files wait for their dot. */
export async function fileCandidates(typed: string, folder: string): Promise<string[]> {
  const cut = typed.lastIndexOf("/") + 1;
  const [head, start] = [typed.slice(0, cut), typed.slice(cut)];
  const base = path.resolve(
    folder,
    head.startsWith("~/") ? path.join(homedir(), head.slice(2)) : head || ".",
  );
  const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => name.startsWith(start) && (start !== "" || !name.startsWith(".")) && isPlain(name))
    .slice(0, MOST_ENTRIES)
    .map((entry) => `${head}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    .sort();
}

/** A name that could be typed: no spaces, nothing that a terminal would obey. */
const isPlain = (name: string): boolean => !/[\s\p{C}]/u.test(name);
