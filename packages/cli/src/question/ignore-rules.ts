/** What .gitignore files leave out, by the rules of git as far as people write them. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { matchesPath, parsePattern, type PathPattern } from "./wildcard.js";

interface Rule {
  /** The folder of the file that has the rule. */
  readonly base: string;
  readonly pattern: PathPattern;
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** A longer .gitignore is no work of a person; the rest of it does not count. */
const MOST_RULES = 2000;

export class IgnoreRules {
  readonly #rules: readonly Rule[];

  constructor(rules: readonly Rule[] = []) {
    this.#rules = rules;
  }

  /** The rules of the repository a folder belongs to, from its top down to the folder; none outside a repository. */
  static async above(folder: string): Promise<IgnoreRules> {
    const folders = [folder];
    while (!existsSync(path.join(folders[0] ?? "", ".git"))) {
      const parent = path.dirname(folders[0] ?? "");
      if (parent === folders[0]) return new IgnoreRules();
      folders.unshift(parent);
    }
    let rules = new IgnoreRules();
    for (const above of folders.slice(0, -1)) rules = await rules.with(above);
    // Whoever names a folder that is left out means what is in it.
    return rules.leavesOut(folder, true) ? new IgnoreRules() : rules;
  }

  /** These rules and those of one folder more. */
  async with(folder: string): Promise<IgnoreRules> {
    const text = await readFile(path.join(folder, ".gitignore"), "utf8").catch(() => "");
    const more = text.split(/\r?\n/, MOST_RULES).flatMap((line) => parseRule(line, folder) ?? []);
    return more.length === 0 ? this : new IgnoreRules([...this.#rules, ...more]);
  }

  /** The last rule that fits decides. */
  leavesOut(file: string, isFolder: boolean): boolean {
    const rule = this.#rules.findLast(({ base, pattern, foldersOnly }) => {
      if (foldersOnly && !isFolder) return false;
      const relative = path.relative(base, file);
      return !relative.startsWith("..") && matchesPath(pattern, relative.split(path.sep));
    });
    return rule !== undefined && !rule.isNegated;
  }
}

function parseRule(line: string, base: string): Rule | undefined {
  const text = line.replace(/(?<!\\)\s+$/, "");
  if (text === "" || text.startsWith("#")) return undefined;
  const isNegated = text.startsWith("!");
  const body = isNegated ? text.slice(1) : text;
  const foldersOnly = body.endsWith("/");
  const plain = foldersOnly ? body.slice(0, -1) : body;
  const pattern = parsePattern(plain);
  // A name without a slash counts in every folder below.
  return { base, pattern: plain.includes("/") ? pattern : ["**", ...pattern], isNegated, foldersOnly };
}
