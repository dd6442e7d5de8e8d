// Reads the declarations (.d.ts) that the build writes: what a module exports, with its members and comments. They are regular enough
// to be read as text, which needs no compiler.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const PAIRS = { "{": "}", "(": ")", "[": "]" };
const BLOCK =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:interface|class|enum|namespace)\b/;

/** The end of the comment, text or bracket that begins at `start`; one further where none begins. */
function skip(text, start) {
  const char = text[start];
  if (text.startsWith("/*", start)) return text.indexOf("*/", start) + 2;
  if (text.startsWith("//", start)) return (text.indexOf("\n", start) + 1 || text.length + 1) - 1;
  if (char === '"' || char === "'" || char === "`") {
    let at = start + 1;
    while (at < text.length && text[at] !== char) at += text[at] === "\\" ? 2 : 1;
    return at + 1;
  }
  if (!(char in PAIRS)) return start + 1;
  let at = start + 1;
  while (at < text.length && text[at] !== PAIRS[char]) at = skip(text, at);
  return at + 1;
}

/** Statements of a file or members of a body, each with the comment before it. */
function* statements(text) {
  let doc = "";
  let start = 0;
  for (let at = 0; at < text.length;) {
    const code = text.slice(start, at).trim();
    const next = skip(text, at);
    if (code === "" && (text.startsWith("/*", at) || text.startsWith("//", at))) {
      if (text.startsWith("/**", at)) doc = text.slice(at, next);
      start = next;
    } else if (text[at] === ";" || (text[at] === "{" && BLOCK.test(code))) {
      yield { doc, code: text.slice(start, next).trim() };
      doc = "";
      start = next;
    }
    at = next;
  }
}

/** Code without the comments in it. */
export function bare(text) {
  let out = "";
  for (let at = 0; at < text.length;) {
    const isComment = text.startsWith("/*", at) || text.startsWith("//", at);
    const isText = /["'`]/.test(text[at]);
    const next = isComment || isText ? skip(text, at) : at + 1;
    if (!isComment) out += text.slice(at, next);
    at = next;
  }
  return out
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
}

const MEMBER = /^(?:(?:static|readonly|abstract|protected|get|set)\s+)*(\[[^\]]+\]|"[^"]*"|[\w$]+|(?=[(<]))/;

/** The members in the braces that end `code`, without private ones. */
function membersOf(code) {
  const start = code.indexOf("{");
  return [...statements(code.slice(start + 1, code.lastIndexOf("}")))]
    .filter((member) => !/^(?:#private|private\b)/.test(member.code))
    .map((member) => ({ ...member, name: MEMBER.exec(member.code)?.[1] || "()" }));
}

const DECLARED =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(interface|class|enum|namespace|type|const|let|function)\s+([\w$]+)/;

function readDeclaration({ doc, code }) {
  const [, kind, name] = DECLARED.exec(code) ?? [];
  if (!kind) return undefined;
  const head = bare(code.slice(0, code.indexOf("{") + 1 || undefined));
  const isObject =
    kind === "type" && /^[^=]*=\s*\{[^]*\};$/.test(code) && skip(code, code.indexOf("{")) >= code.length - 1;
  const hasMembers = kind === "interface" || kind === "class" || isObject;
  return {
    kind,
    name,
    doc,
    code,
    bases: /\b(?:extends|implements)\b(.*)/s.exec(head)?.[1]?.match(/[A-Za-z_$][\w$.]*/g) ?? [],
    members: hasMembers ? membersOf(code) : [],
  };
}

/** The names in `{ a, type B, c as d }`. */
const namesIn = (list) =>
  bare(list)
    .split(",")
    .map((entry) => entry.trim().replace(/^type\s+/, ""))
    .filter((entry) => entry !== "")
    .map((entry) => entry.split(/\s+as\s+/))
    .map(([name, as = name]) => ({ name, as }));

const modules = new Map();

/** What stands in a file of declarations: by name what is declared and imported, and what is exported of it. */
function readModule(file) {
  const known = modules.get(file);
  if (known) return known;
  const found = { declared: new Map(), imported: new Map(), exported: new Map(), stars: [] };
  modules.set(file, found);
  const target = (from) =>
    from.startsWith(".") ? path.join(path.dirname(file), from.replace(/\.js$/, ".d.ts")) : from;
  for (const statement of statements(readFileSync(file, "utf8"))) {
    const code = bare(statement.code);
    const [, from] = /from\s+"([^"]+)";$/.exec(code) ?? [];
    const list = /^(?:import|export)[^{]*\{([^]*)\}/.exec(code)?.[1];
    if (code.startsWith("import")) {
      const [, whole] = /\* as (\w+)/.exec(code) ?? [];
      if (whole) found.imported.set(whole, { file: target(from), name: "*" });
      for (const { name, as } of namesIn(list ?? "")) found.imported.set(as, { file: target(from), name });
      continue;
    }
    const declaration = readDeclaration(statement);
    if (declaration) {
      // Of a function declared several times the first is it, and the others are its further forms.
      const earlier = found.declared.get(declaration.name);
      if (earlier) earlier.code += `\n${declaration.code}`;
      else found.declared.set(declaration.name, declaration);
      if (/^export\b/.test(code)) found.exported.set(declaration.name, { file, name: declaration.name });
    } else if (/^export\s+(?:type\s+)?\*/.test(code)) found.stars.push(target(from));
    else if (code.startsWith("export default")) {
      found.exported.set("default", { file, name: /default\s+([\w$]+)/.exec(code)[1] });
    } else if (list !== undefined) {
      for (const { name, as } of namesIn(list))
        found.exported.set(as, { file: from ? target(from) : file, name });
    }
  }
  return found;
}

/** Where a name that a file exports, declares or imports is declared; undefined for those of other packages. */
export function findDeclaration(file, name, seen = new Set()) {
  if (!existsSync(file) || seen.has(`${file} ${name}`)) return undefined;
  seen.add(`${file} ${name}`);
  const { declared, imported, exported, stars } = readModule(file);
  const own = declared.get(name);
  if (own) return { file, ...own };
  const next = imported.get(name) ?? exported.get(name);
  if (next) return findDeclaration(next.file, next.name, seen);
  for (const star of stars) {
    const found = findDeclaration(star, name, seen);
    if (found) return found;
  }
  return undefined;
}

/** Every name that a file exports, with its declaration where it is one of ours. */
export function exportsOf(file) {
  const { exported, stars } = readModule(file);
  const names = new Map(stars.flatMap((star) => [...exportsOf(star)]).filter(([name]) => name !== "default"));
  for (const [as, { file: from, name }] of exported) names.set(as, findDeclaration(from, name));
  return names;
}

/** What `name` or `namespace.name` means in a file. */
function findBase(file, base) {
  const [space = "", name] = base.split(".");
  if (name === undefined) return findDeclaration(file, space);
  const all = readModule(file).imported.get(space);
  return all && findDeclaration(all.file, name);
}

/** The names of members that what a declaration extends or implements has comments for. */
export function inheritedDocs({ file, bases }, seen = new Set()) {
  return bases.flatMap((base) => {
    const found = findBase(file, base);
    if (!found || seen.has(found.code)) return [];
    seen.add(found.code);
    const own = found.members.filter(({ doc }) => doc !== "").map(({ name }) => name);
    return [...own, ...inheritedDocs(found, seen)];
  });
}
