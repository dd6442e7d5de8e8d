/** HTML inside Markdown, as text. */
import type { Theme } from "./theme.js";
import { decodeReferences } from "./entities.js";
import { subscript, superscript } from "./scripts.js";

/** Elements whose content nobody is meant to read. */
const HIDDEN = /<(script|style|template|head)\b[^]*?(?:<\/\1\s*>|$)/gi;
const COMMENT =
  /<!--(?:>|->|[^]*?(?:-->|$))|<\?[^]*?(?:\?>|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<![A-Za-z][^>]*>?/g;
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const BREAKING =
  /^(?:address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|tbody|textarea|tfoot|thead|title|tr|ul)$/;

const ELEMENTS = new Set(
  "a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr".split(
    " ",
  ),
);

/** Whether a name is that of an element. Others (`List<String>`) are more likely meant to be read. */
const isElement = (name: string): boolean => ELEMENTS.has(name.toLowerCase());

/** Tags that are shown as they are among text, as GitHub does: what they would do to a page is not meant. */
const DISALLOWED = /^(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)$/;

/** Whether a tag among text stands for what it does and is not shown itself. */
export const isSpanTag = (name: string): boolean => isElement(name) && !DISALLOWED.test(name);

/** The lines that a block of HTML shows. */
export function htmlLines(html: string, theme: Theme): string[] {
  const isKept = /<(?:pre|textarea)\b/i.test(html);
  const visible = html
    .replaceAll(COMMENT, (_, data?: string) => (data === undefined ? "" : escapeMarks(data)))
    .replaceAll(HIDDEN, "");
  let text = "";
  let end = 0;
  const paints: Open[] = [];
  for (const match of visible.matchAll(TAG)) {
    const [whole, slash, tag = "", attributes = ""] = match;
    if (!isElement(tag)) continue;
    text += painted(visible.slice(end, match.index), paints, isKept);
    end = match.index + whole.length;
    const name = tag.toLowerCase();
    if (BREAKING.test(name) && !text.endsWith("\n") && text !== "") text += "\n";
    else if (/^t[dh]$/.test(name) && !slash && !/(?:^|\n)\s*$/.test(text))
      text = `${text.trimEnd()} ${theme.border("│")} `;
    if (slash) closeTag(paints, name);
    else text += openTag(name, attributes, paints, theme);
  }
  text += painted(visible.slice(end), paints, isKept);
  return text
    .split("\n")
    .map((line) => (isKept ? line.trimEnd() : line.trim()))
    .filter((line) => line !== "");
}

interface Open {
  readonly name: string;
  readonly paint: (text: string) => string;
}

const escapeMarks = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function painted(raw: string, paints: readonly Open[], isKept: boolean): string {
  if (raw === "") return "";
  const text = decodeReferences(isKept ? raw : raw.replaceAll(/\s+/g, " "));
  const paint = (part: string) => paints.reduceRight((inner, { paint: outer }) => outer(inner), part);
  return paints.length === 0 ? text : text.split("\n").map(paint).join("\n");
}

function closeTag(paints: Open[], name: string): void {
  const index = paints.findLastIndex((open) => open.name === name);
  if (index >= 0) paints.splice(index);
}

/** What a tag shows by itself, and how it paints what is in it. */
function openTag(name: string, attributes: string, paints: Open[], theme: Theme): string {
  const paint = tagPaint(name, theme);
  if (paint) paints.push({ name, paint });
  switch (name) {
    case "summary":
      return `${theme.marker("▾")} `;
    case "li":
      return `${theme.marker("•")} `;
    case "hr":
      return `${theme.rule("─".repeat(20))}\n`;
    case "img":
      return theme.image(altText(attributes));
    default:
      return "";
  }
}

/** The text that stands for a picture. */
export const altText = (attributes: string): string => {
  const [, quoted, single] = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  return decodeReferences(quoted ?? single ?? "");
};

/** How the inside of an element looks, where that differs from the text around it. */
export function tagPaint(name: string, theme: Theme): ((text: string) => string) | undefined {
  switch (name) {
    case "b":
    case "strong":
    case "summary":
    case "th":
      return theme.strong;
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return theme.heading;
    case "i":
    case "em":
    case "cite":
    case "var":
      return theme.emphasis;
    case "s":
    case "del":
    case "strike":
      return theme.strike;
    case "code":
    case "samp":
    case "tt":
      return theme.code;
    case "kbd":
    case "mark":
      return theme.key;
    case "u":
    case "ins":
    case "a":
      return theme.link;
    case "sub":
      return subscript;
    case "sup":
      return superscript;
    default:
      return undefined;
  }
}
