/** Where the files are that drawing needs beside its modules: scripts of the thread, fonts, icons. */
import { existsSync } from "node:fs";

/** Bundlers that write CommonJS leave nothing here. */
const here: string | undefined = import.meta.url;

let folder: URL | undefined;

/** Whether they are known; in a bundle only after `findParts`. */
export function hasParts(): boolean {
  if (folder || !here?.startsWith("file:")) return folder !== undefined;
  // The built files, also when this module runs from its source in a test.
  const installed = new URL("../..", here);
  if (existsSync(new URL("dist/vendor/boot.cjs", installed))) folder = installed;
  return folder !== undefined;
}

/** Finds them beside this module, as installed, or takes them out of the bundle that this module has become a part of. */
export async function findParts(): Promise<void> {
  if (hasParts()) return;
  const { unpackParts } = await import("./unpack-parts.js");
  folder = await unpackParts();
}

/** One of them, by its path in `dist`. */
export function partAt(path: string): URL {
  if (!hasParts()) throw new Error("the parts have not been found yet");
  return new URL(`dist/${path}`, folder);
}
