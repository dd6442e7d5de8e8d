/** Lines that may be link definitions, kept until it is clear what they are. */
import { normalLabel, parseDefinition, type Reference } from "./references.js";

/** A label has at most 999 characters; what is longer than this is no definition. */
const MAX_KEPT = 1100;

export class KeptDefinition {
  #lines = "";

  static mayBegin(line: string): boolean {
    return /^\[(?!!|\^)/.test(line) && parseDefinition(line) !== undefined;
  }

  /** Adds a line; false when nothing after it can belong to the definition. */
  add(line: string): boolean {
    this.#lines = this.#lines === "" ? line : `${this.#lines}\n${line}`;
    const found = parseDefinition(this.#lines);
    if (found === "unfinished") return this.#lines.length < MAX_KEPT;
    return found?.mayGoOn ?? false;
  }

  /** Takes the definitions that the lines begin with, and gives the rest, which is a paragraph. */
  end(references: Map<string, Reference>): string {
    let rest = this.#lines;
    while (rest !== "") {
      const found = parseDefinition(rest);
      if (!found || found === "unfinished") break;
      const label = normalLabel(found.label);
      if (!references.has(label)) references.set(label, { address: found.address });
      rest = rest.slice(found.length);
    }
    return rest;
  }
}
