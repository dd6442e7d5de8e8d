/** Functions of ELK that are written anew. */
import type { Patch } from "../patch.js";

/** A function written anew, with a mark of what was published when it was. */
export interface Rewritten extends Patch {
  readonly published: RegExp;
  readonly mark: string;
}

/**
 * A patch that puts a function in the place of the published one with the same name and the same parameters. Names are
 * numbered by a compiler and may be others' tomorrow; so what was published is known by a mark, which a test holds against it.
 */
export function rewritten(mark: string, why: string, ours: string): Rewritten {
  const head = ours.slice(0, ours.indexOf("{") + 1);
  const published = new RegExp(`${head.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")}\n[^]*?\n\\}(?=\n)`, "g");
  return { name: `rewritten: ${head}`, why, published, ours, mark };
}
