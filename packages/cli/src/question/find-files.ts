/** From what the user names to files: one file, a folder without what .gitignore leaves out, or a pattern. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { closest, ConfigurationError } from "@framework/shared";
import { IgnoreRules } from "./ignore-rules.js";
import { hasWildcard, matchesPath, parsePattern } from "./wildcard.js";

export interface FoundFile {
  /** As the model is told. */
  readonly name: string;
  readonly path: string;
  /** Whether the user named it, rather than a folder or a pattern that has it. */
  readonly isNamed: boolean;
}

/** More files than this are a mistake, not a question. */
const MOST_FILES = 500;

/** The files behind one `-f`; a name that leads nowhere is an error. */
export async function findFiles(wanted: string, folder: string): Promise<FoundFile[]> {
  const full = path.resolve(folder, wanted);
  const found = await stat(full).catch(() => undefined);
  if (found && !found.isDirectory()) return [{ name: wanted, path: full, isNamed: true }];
  if (found) return limited(wanted, await collect(full, () => true), folder);
  if (!hasWildcard(wanted)) throw new ConfigurationError(await missing(wanted, full));
  const base = path.resolve(folder, fixedStart(wanted));
  const pattern = parsePattern(path.relative(base, full).split(path.sep).join("/"));
  const depth = pattern.includes("**") ? Number.POSITIVE_INFINITY : pattern.length;
  const files = await collect(base, (parts) => matchesPath(pattern, parts), depth);
  if (files.length === 0) {
    throw new ConfigurationError(`${wanted}: no file fits, apart from what .gitignore leaves out.`);
  }
  return limited(wanted, files, folder);
}

function limited(wanted: string, files: readonly string[], folder: string): FoundFile[] {
  if (files.length === 0) throw new ConfigurationError(`${wanted}: there is no file in it to attach.`);
  if (files.length > MOST_FILES) {
    throw new ConfigurationError(
      `${wanted}: more than ${MOST_FILES} files. Name a smaller folder, or a pattern such as "${path.join(wanted.replace(/[*?[].*$/, ""), "**/*.md")}".`,
    );
  }
  return files.map((file) => ({ name: path.relative(folder, file) || file, path: file, isNamed: false }));
}

/** The folders of a pattern before its first wildcard. */
function fixedStart(pattern: string): string {
  const parts = pattern.split("/");
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => hasWildcard(part)),
  );
  return fixed.join("/") || (pattern.startsWith("/") ? "/" : ".");
}

/** Regular files below a folder, sorted. Links are not followed: they may lead anywhere, or in a circle. */
async function collect(
  base: string,
  fits: (parts: readonly string[]) => boolean,
  depth = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const files: string[] = [];
  const walk = async (folder: string, above: IgnoreRules, parts: readonly string[]): Promise<void> => {
    const rules = await above.with(folder);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      if (files.length > MOST_FILES) return;
      const full = path.join(folder, entry.name);
      const place = [...parts, entry.name];
      if (entry.name === ".git" || rules.leavesOut(full, entry.isDirectory())) continue;
      if (entry.isDirectory()) {
        if (place.length < depth) await walk(full, rules, place);
      } else if (entry.isFile() && fits(place)) files.push(full);
    }
  };
  await walk(base, await IgnoreRules.above(base), []);
  return files;
}

async function missing(wanted: string, full: string): Promise<string> {
  const names = await readdir(path.dirname(full)).catch(() => []);
  const near = closest(path.basename(full), names);
  const meant = near === undefined ? "" : ` Did you mean ${path.join(path.dirname(wanted), near)}?`;
  return `${wanted}: there is no such file.${meant}`;
}
