/** A label as it is written in a diagram (Markdown, a little HTML, character references, formulas, icons) as lines of text. */
import { decodeEntities } from "../dom/entities.js";
import { withoutPlaceholders } from "../flatten/placeholders.js";
import { formulaText } from "./formula.js";
import type { Line, Span } from "./rich-text.js";
import { safeText } from "./safe-text.js";

const LINE_BREAK = /<br\s*\/?>|\\n|\r?\n/gi;
const TAG = /<(\/?)([a-z][a-z0-9-]*)(?:\s[^<>]*)?\/?>/gi;
const ICON = /\bfa[bklrs]?:fa-([\w-]+)/g;
const FORMULA = /\$\$(.+?)\$\$/gs;
const BOLD_TAGS = new Set(["b", "strong", "th"]);
const ITALIC_TAGS = new Set(["i", "em", "cite", "var"]);
const BLOCK_TAGS = new Set(["p", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6"]);
/** Their text is not shown by anybody. */
const SILENT = /<(script|style|iframe|template)\b[^<]*(?:<(?!\/\1)[^<]*)*<\/\1\s*>/gi;
const EMPHASIS = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(?<![\w*])(\*|_)(?=[^\s*_])(.+?)(?<=[^\s*_])\3(?![\w*])/g;

interface Look {
  readonly bold: boolean;
  readonly italic: boolean;
}

const PLAIN: Look = { bold: false, italic: false };

/** The lines of a label; with `markdown`, stars and underscores mean emphasis, which only some kinds know. */
export function parseLabel(source: string | undefined, markdown = false): Line[] {
  if (!source) return [];
  let text = source.replace(FORMULA, (_, formula: string) => formulaText(formula));
  text = text.replace(SILENT, "").replace(LINE_BREAK, "\n");
  const bare = text.replace(ICON, "").trim();
  text = bare === "" ? text.replace(ICON, "$1") : text.replace(ICON, "");
  if (/^`[\s\S]*`$/.test(text.trim())) text = text.trim().slice(1, -1);
  const spans = htmlSpans(text).flatMap((span) => (markdown ? emphasized(span) : [span]));
  return toLines(spans);
}

/** A label in one line. */
export function labelText(source: string | undefined): string {
  return parseLabel(source)
    .map((line) => line.map((span) => span.text).join(""))
    .join(" ");
}

/** The text between tags, with what the tags say about its look; blocks end lines. */
function htmlSpans(text: string): Span[] {
  if (!text.includes("<")) return [{ text, ...PLAIN }];
  const spans: Span[] = [];
  const open: { name: string; look: Look }[] = [];
  let look = PLAIN;
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, slash, written = ""] = match;
    const name = written.toLowerCase();
    if (match.index > at) spans.push({ text: text.slice(at, match.index), ...look });
    at = match.index + tag.length;
    if (BLOCK_TAGS.has(name)) spans.push({ text: "\n", ...PLAIN });
    if (slash) {
      const index = open.findLastIndex((one) => one.name === name);
      if (index >= 0) look = open.splice(index)[0]?.look ?? PLAIN;
    } else if (!tag.endsWith("/>")) {
      open.push({ name, look });
      look = {
        bold: look.bold || BOLD_TAGS.has(name),
        italic: look.italic || ITALIC_TAGS.has(name),
      };
    }
  }
  if (at < text.length) spans.push({ text: text.slice(at), ...look });
  return spans;
}

function emphasized(span: Span): Span[] {
  if (!/[*_]/.test(span.text)) return [span];
  const spans: Span[] = [];
  let at = 0;
  for (const match of span.text.matchAll(EMPHASIS)) {
    const [whole, strong, strongText, , softText] = match;
    // Underscores inside a word are letters.
    if (strong === "__" && /\w/.test(span.text[match.index - 1] ?? "")) continue;
    if (match.index > at) spans.push({ ...span, text: span.text.slice(at, match.index) });
    spans.push(
      ...(strong
        ? emphasized({ ...span, text: strongText ?? "", bold: true })
        : [{ ...span, text: softText ?? "", italic: true }]),
    );
    at = match.index + whole.length;
  }
  if (at < span.text.length) spans.push({ ...span, text: span.text.slice(at) });
  return spans;
}

/** Decodes, cleans and cuts spans into lines without blank ones at either end. */
function toLines(spans: readonly Span[]): Line[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    // Last of all: what stands for a bracket was never meant as a tag.
    const text = safeText(decodeEntities(withoutPlaceholders(span.text))).replaceAll("\u00a0", " ");
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      const one = part.replace(/ {2,}/g, " ");
      if (one) lines.at(-1)?.push({ ...span, text: one });
    }
  }
  const trimmed = lines.map(trimLine);
  while (trimmed[0]?.length === 0) trimmed.shift();
  while (trimmed.at(-1)?.length === 0) trimmed.pop();
  return trimmed.filter((line, index) => line.length > 0 || trimmed[index - 1]?.length !== 0);
}

function trimLine(line: readonly Span[]): Line {
  const spans = [...line];
  for (let first = spans[0]; first; first = spans[0]) {
    const text = first.text.trimStart();
    if (text) {
      spans[0] = { ...first, text };
      break;
    }
    spans.shift();
  }
  for (let last = spans.at(-1); last; last = spans.at(-1)) {
    const text = last.text.trimEnd();
    if (text) {
      spans[spans.length - 1] = { ...last, text };
      break;
    }
    spans.pop();
  }
  return spans;
}
