/** Images of the drawing process: its memory with a kind of diagram loaded and drawn once, from which it starts at once. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isOpenToOthers } from "../worker/kept-files.js";

const STACK_KB = 8 * 1024;
/** What the system and the arguments take of the stack, and what V8 takes past its limit. */
const STACK_RESERVE_KB = 192;
const HEAP_LIMIT_MB = 512;

/** How a process runs that starts from an image; the image has to be made under the same flags. */
export const IMAGE_FLAGS = [
  `--stack-size=${STACK_KB - STACK_RESERVE_KB}`,
  `--max-old-space-size=${HEAP_LIMIT_MB}`,
];

/** Where an image is, and whether it can be used, or made, or neither. */
export interface ImagePlace {
  readonly file: string;
  readonly state: "usable" | "absent" | "spoilt";
}

let isPossible: boolean | undefined;

/**
 * Whether a process can draw in its first thread, as one from an image does: that thread has the stack that the user allows,
 * and only Linux tells us how much another process has worked, which has to be limited.
 */
function canUseImages(): boolean {
  isPossible ??= process.platform === "linux" && process.versions["bun"] === undefined && hasDeepStack();
  return isPossible;
}

function hasDeepStack(): boolean {
  try {
    const [, allowed = ""] =
      /^Max stack size\s+(\w+)/m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return allowed === "unlimited" || Number(allowed) >= STACK_KB * 1024;
  } catch {
    return false;
  }
}

/** The image of a kind for the scripts in `bundle`; null where there can be none. */
export function imageOf(kind: string, bundle: URL): ImagePlace | null {
  if (!canUseImages()) return null;
  const folder = fileURLToPath(bundle);
  const node = statSync(process.execPath);
  const scripts = statSync(path.join(folder, "thread.cjs"));
  // Of this very binary and of these very scripts.
  const name = ["image", process.version, node.size, node.mtimeMs, scripts.size, scripts.ctimeMs].join("-");
  const file = path.join(folder, "..", "..", ".cache", name, `${kind}.blob`);
  return { file, state: stateOf(file) };
}

function stateOf(file: string): ImagePlace["state"] {
  try {
    const image = statSync(file);
    const isSpoilt =
      image.size === 0 || isOpenToOthers(image) || isOpenToOthers(statSync(path.dirname(file)));
    return isSpoilt ? "spoilt" : "usable";
  } catch {
    return "absent";
  }
}
