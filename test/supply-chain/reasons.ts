/** Why each package is worth having; one that nobody can give a reason for has no place here. */
export const reasons: Readonly<Record<string, string>> = {
  "@cfworker/json-schema":
    "Checks tool arguments and deliverables against JSON Schema without generating code.",
  "@clack/core": "Comes with @clack/prompts.",
  "@clack/prompts":
    "The questions of fw init: a list of hundreds of models to search in, masked keys, leaving at any point. Loaded only to ask.",
  "@resvg/resvg-js":
    "Draws SVG to PNG, in a process of its own; prebuilt, so nothing is compiled on install.",
  commander: "Reads the command line: help, suggestions, exit codes.",
  diff: "Line and word differences for file edits and diff blocks.",
  "fast-string-truncated-width": "Comes with @clack/prompts.",
  "fast-string-width": "Comes with @clack/prompts.",
  "fast-wrap-ansi": "Comes with @clack/prompts.",
  "get-east-asian-width": "Which characters take two columns of a terminal, by the tables of Unicode.",
  harfbuzzjs:
    "Shapes text in scripts whose letters join or move, so that labels are measured as they are drawn.",
  "highlight.js": "Colours code blocks; languages are loaded one by one.",
  pngjs: "Decodes PNG pictures of every colour type for terminals that need pixels.",
  sisteransi: "Comes with @clack/prompts.",
  yaml: "Reads profiles with a position for every fault, changes them without losing comments; refuses alias bombs.",
};

/** Packages that hold nothing but the binary of another one for one platform. */
export const binaries: readonly { prefix: string; reason: string }[] = [
  { prefix: "@resvg/resvg-js-", reason: "The binary of @resvg/resvg-js for one platform." },
];
