// Writes docs/api/*.md: the outside of every package as its declarations have it, so that a change of it is seen in review.
//   node scripts/api-report.mjs
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bare, exportsOf, findDeclaration, inheritedDocs } from "./declarations.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const byName = (left, right) => (left < right ? -1 : 1);

/** The packages that programs import. */
export const PACKAGES = ["backends", "diagram", "shared"];

/** What can be imported of a package: each way in, with its file of declarations. */
function waysIn(name) {
  const folder = path.join(root, "packages", name);
  const { exports, name: full } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const closed = Object.keys(exports).filter((way) => exports[way] === null);
  return Object.entries(exports).flatMap(([way, target]) => {
    const types = target?.types;
    if (!types) return [];
    const entry = (part) => ({
      way: path.posix.join(full, way.replace("*", part)),
      file: path.join(folder, types.replace("*", part)),
    });
    if (!way.includes("*")) return [entry("")];
    const [before] = types.split("*");
    return readdirSync(path.join(folder, before))
      .toSorted(byName)
      .filter((part) => !closed.some((other) => way.replace("*", part).startsWith(other.replace("*", ""))))
      .map(entry)
      .filter(({ file }) => existsSync(file));
  });
}

/** The texts that a type takes from a value which is not shown: members of a list, of its entries, or names of an object. */
function choicesOf({ file, code }) {
  const [, keys, name, entry] =
    /^\s*(?:export )?(?:declare )?type [^=]*= (keyof )?\(?typeof (\w+)\)?(?:\[number\](?:\["(\w+)"\])?)?;$/.exec(
      code,
    ) ?? [];
  const value = name && findDeclaration(file, name);
  if (!value) return "";
  const text = bare(value.code);
  const pattern = keys
    ? /^ {4}(?:readonly )?"?([\w-]+)"?:/gm
    : entry
      ? new RegExp(`\\b${entry}: "([^"]+)"`, "g")
      : /"([^"]+)"/g;
  const choices = [...text.matchAll(pattern)].map(([, choice]) => `"${choice}"`);
  return choices.length > 0 ? `\n// ${choices.join(" | ")}` : "";
}

/** A declaration as a reader wants it. */
const shown = (found) => `${tidy(found)}${choicesOf(found)}`;

/** Without comments, private members and the paths of files. */
function tidy({ code }) {
  return bare(code)
    .replaceAll(/^\s*(?:#private|private\b[^;]*);\n/gm, "")
    .replaceAll(/\bimport\("[^"]*"\)\./g, "")
    .replaceAll(/^(?:export )?(?:default )?(?:declare )?/gm, "")
    .replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 2));
}

/** The names in what is shown that lead to a declaration which no way in exports. */
function namedOnly(places) {
  const names = new Set();
  for (const found of places.values()) {
    const words =
      shown(found)
        .replaceAll(/"[^"]*"/g, "")
        .match(/\b[A-Z]\w+\b/g) ?? [];
    for (const word of new Set(words)) {
      const target = findDeclaration(found.file, word);
      if (target && !places.has(`${target.file} ${target.name}`)) names.add(`\`${word}\``);
    }
  }
  return [...names].toSorted(byName);
}

/** The page of one package. */
export function reportOf(name) {
  const places = new Map();
  const parts = waysIn(name).map(({ way, file }) => {
    const blocks = [];
    const elsewhere = [];
    for (const [as, found] of [...exportsOf(file)].toSorted(([left], [right]) => byName(left, right))) {
      const place = found && `${found.file} ${found.name}`;
      const earlier = place && places.has(place);
      if (!found) blocks.push(`export ${as} of another package`);
      else if (earlier) elsewhere.push(`\`${as}\``);
      else {
        places.set(place, found);
        blocks.push(as === found.name ? shown(found) : `// as ${as}\n${shown(found)}`);
      }
    }
    const code = blocks.length > 0 ? `\n\`\`\`typescript\n${blocks.join("\n\n")}\n\`\`\`\n` : "";
    const also = elsewhere.length > 0 ? `\nAlso here, shown above: ${elsewhere.join(", ")}.\n` : "";
    return `## ${way}\n${code}${also}`;
  });
  const named = namedOnly(places);
  if (named.length > 0) parts.push(`## Named above, exported nowhere\n\n${named.join(", ")}\n`);
  return `# The outside of @framework/${name}\n\nWritten by \`node scripts/api-report.mjs\` from the declarations.\n\n${parts.join("\n")}`;
}

/** Where the page of a package is. */
export const pageOf = (name) => path.join(root, "docs", "api", `${name}.md`);

/** A member of which the name and its one value say all: `type: "text-delta"`. */
const speaksForItself = ({ code }) => /: (?:"[^"]*"|true|false);$/.test(code);

/** Exports and their members that no comment explains; a member counts as explained where its base explains it. */
export function undocumented(name) {
  const missing = new Set();
  for (const { way, file } of waysIn(name)) {
    for (const [as, found] of exportsOf(file)) {
      if (!found) continue;
      if (found.doc === "") missing.add(`${way}: ${as}`);
      const inherited = new Set(["constructor", ...inheritedDocs(found)]);
      const explained = new Set(found.members.filter(({ doc }) => doc !== "").map((member) => member.name));
      for (const member of found.members) {
        if (explained.has(member.name) || inherited.has(member.name) || speaksForItself(member)) continue;
        missing.add(`${way}: ${as}.${member.name}`);
      }
    }
  }
  return [...missing];
}

/** Errors whose class does not state its name, which a bundler may change. */
export function namelessErrors(name) {
  return waysIn(name).flatMap(({ way, file }) =>
    [...exportsOf(file)]
      .filter(([, found]) => found?.kind === "class" && found.bases.some((base) => /\wError$/.test(base)))
      .filter(([, found]) => !found.members.some((member) => /^static readonly name\b/.test(member.code)))
      .map(([as]) => `${way}: ${as}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(path.dirname(pageOf("")), { recursive: true });
  for (const name of PACKAGES) {
    const file = pageOf(name);
    const current = reportOf(name);
    if (existsSync(file) && readFileSync(file, "utf8") === current) continue;
    writeFileSync(file, current);
    console.log(path.relative(root, file));
  }
}
