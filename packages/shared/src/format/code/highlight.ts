/** Source code coloured line by line: the usual languages by a scanner of ours, the others by grammars of highlight.js. */
import { createRequire } from "node:module";
import type { Style } from "../../terminal/style.js";
import { languageOf } from "./languages.js";
import { LineScanner } from "./scanner.js";

/** Inside one comment or string, no more earlier lines than this are read again for the next line. */
const MAX_CONTEXT = 40;

/** A longer line is shown without colours: no person reads it, and grammars are slow on it. */
const MAX_LINE = 2000;

type Paint = (text: string) => string;

/** Highlights one block of code line by line, as it comes. */
export interface Highlighter {
  line(line: string): string;
}

/** Makes a highlighter for a language by any of its names; undefined when there is no grammar for it. */
export function createHighlighter(language: string, style: Style): Highlighter | undefined {
  const known = languageOf(nameOf(language) ?? "");
  if (known) {
    const scanner = new LineScanner(known, style);
    return { line: (line) => (line.length > MAX_LINE ? line : scanner.line(line)) };
  }
  const name = loadLanguage(language);
  if (!name) return undefined;
  // The lines since the text was last outside every multi-line construct. Where none is open, the grammar can
  // start afresh, so that the cost of a block is linear.
  let context: string[] = [];
  return {
    line(line) {
      if (line.length > MAX_LINE) return line;
      const before = context.length === 0 ? "" : `${context.join("\n")}\n`;
      const { value, _top: top } = grammars().highlight(before + line, {
        language: name,
        ignoreIllegals: true,
      });
      const lines = paint(value, style).split("\n");
      const isInside = top?.parent !== undefined;
      if (!isInside) context = [];
      // What opened the construct and what came last decide how it goes on.
      else if (context.length < MAX_CONTEXT) context.push(line);
      else context = [context[0] ?? "", line];
      return lines.at(-1) ?? "";
    },
  };
}

/** What is used of highlight.js; its own declarations would bring in those of a browser. */
interface Grammars {
  /** `_top` is the grammar rule that the end of the code is in; the outermost has no parent. */
  highlight(
    code: string,
    options: { language: string; ignoreIllegals: boolean },
  ): { value: string; _top?: { parent?: object } };
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, grammar: object): void;
}

let core: Grammars | undefined;

/** The library is loaded by the first block of code, each language by its first block. */
function grammars(): Grammars {
  if (core) return core;
  const require = createRequire(import.meta.url);
  const loaded: Grammars = require("highlight.js/lib/core");
  core = loaded;
  return loaded;
}

/** Names that models write and that no grammar file is called. */
const ALIASES: Readonly<Record<string, string>> = {
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  node: "javascript",
  ts: "typescript",
  tsx: "typescript",
  py: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  golang: "go",
  kt: "kotlin",
  sh: "bash",
  zsh: "bash",
  console: "shell",
  "shell-session": "shell",
  ps1: "powershell",
  yml: "yaml",
  toml: "ini",
  html: "xml",
  svg: "xml",
  vue: "xml",
  md: "markdown",
  "c++": "cpp",
  h: "c",
  hpp: "cpp",
  cs: "csharp",
  "c#": "csharp",
  docker: "dockerfile",
  make: "makefile",
  hs: "haskell",
  ex: "elixir",
  erl: "erlang",
  pl: "perl",
  tex: "latex",
  jsonc: "json",
  json5: "json",
  postgres: "pgsql",
  objc: "objectivec",
};

const nameOf = (written: string) => (Object.hasOwn(ALIASES, written) ? ALIASES[written] : written);

function loadLanguage(written: string): string | undefined {
  const name = nameOf(written);
  if (!name || !/^[a-z0-9-]{1,30}$/.test(name)) return undefined;
  try {
    const library = grammars();
    if (library.getLanguage(name)) return name;
    const grammar: object = createRequire(import.meta.url)(`highlight.js/lib/languages/${name}`);
    library.registerLanguage(name, grammar);
    return name;
  } catch {
    // No such language; or a bundle without the library beside it, which shows code without colours.
    return undefined;
  }
}

/** Turns the library's markup into terminal styles, each ended before and begun again after a newline. */
function paint(markup: string, style: Style): string {
  const open: (Paint | undefined)[] = [];
  let output = "";
  for (const [, scope, end, text] of markup.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (scope !== undefined) open.push(paintFor(scope, style) ?? open.at(-1));
    else if (end !== undefined) open.pop();
    else if (text !== undefined) {
      const plain = text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? "");
      const current = open.at(-1);
      output += current ? plain.split("\n").map(current).join("\n") : plain;
    }
  }
  return output;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function paintFor(scope: string, style: Style): Paint | undefined {
  const [kind = ""] = /(?<=hljs-)[\w-]+/.exec(scope) ?? [];
  switch (kind) {
    case "keyword":
    case "literal":
    case "selector-tag":
    case "doctag":
    case "meta":
      return style.magenta;
    case "string":
    case "regexp":
    case "char":
    case "addition":
    case "code":
      return style.green;
    case "number":
    case "symbol":
    case "bullet":
    case "link":
      return style.yellow;
    case "comment":
    case "quote":
      return style.dim;
    case "title":
    case "function":
    case "section":
    case "name":
      return style.blue;
    case "built_in":
    case "type":
    case "class":
    case "attr":
    case "attribute":
    case "variable":
    case "template-variable":
    case "property":
      return style.cyan;
    case "deletion":
      return style.red;
    case "subst":
      return (text) => text;
    default:
      return undefined;
  }
}

/** A block of code as HTML with the library's classes, safe to stand in a page; undefined when there is no grammar for it. */
export function highlightHtml(code: string, language: string): string | undefined {
  const name = loadLanguage(language);
  if (!name || code.split("\n").some((line) => line.length > MAX_LINE)) return undefined;
  return grammars().highlight(code, { language: name, ignoreIllegals: true }).value;
}
