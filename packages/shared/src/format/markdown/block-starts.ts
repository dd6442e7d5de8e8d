/** How the blocks of Markdown begin. All functions look at a line without its newline, from a position on. */

/** Tabs among the markers that a line begins with, where they count as spaces up to the next of every four columns. */
export function expandLeadingTabs(line: string): string {
  const [lead = ""] = /^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*/.exec(line) ?? [];
  if (!lead.includes("\t")) return line;
  let expanded = "";
  for (const character of lead)
    expanded += character === "\t" ? " ".repeat(4 - (expanded.length % 4)) : character;
  return expanded + line.slice(lead.length);
}

export function countSpaces(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) === 0x20) at += 1;
  return at - from;
}

/** No block but a paragraph begins with a letter. */
export const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code >= 0x100;

/** Three or more of one of `-`, `*`, `_`, and nothing else. */
export const isThematicBreak = (text: string): boolean => /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(text);

export const setextLevel = (text: string): 1 | 2 | undefined =>
  /^=+[ \t]*$/.test(text) ? 1 : /^-+[ \t]*$/.test(text) ? 2 : undefined;

/** A heading of hashes: its level and its text. */
export function atxHeading(text: string): { level: number; title: string } | undefined {
  const [opening] = /^#{1,6}(?![^ \t])/.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const title = text.slice(opening.length).trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  const isClosed = end === 0 || /[ \t]/.test(title.charAt(end - 1));
  return { level: opening.length, title: isClosed ? title.slice(0, end).trimEnd() : title };
}

export interface FenceStart {
  readonly marker: string;
  readonly info: string;
}

export function fenceStart(text: string): FenceStart | undefined {
  if (!text.startsWith("```") && !text.startsWith("~~~")) return undefined;
  const [, marker = "", rest = ""] = /^(`{3,}|~{3,})(.*)$/s.exec(text) ?? [];
  if (marker === "" || (marker.startsWith("`") && rest.includes("`"))) return undefined;
  return { marker, info: rest.trim() };
}

export function closesFence(text: string, marker: string): boolean {
  if (!text.startsWith(marker)) return false;
  const [, closing = ""] = /^(`{3,}|~{3,})[ \t]*$/.exec(text) ?? [];
  return closing.startsWith(marker);
}

export interface ListMarker {
  /** `-`, `+`, `*`, or the character after a number. */
  readonly type: string;
  /** Of an ordered list. */
  readonly number?: number;
  readonly length: number;
}

export function listMarker(text: string): ListMarker | undefined {
  const [marker, bullet, digits, delimiter] = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(text) ?? [];
  if (marker === undefined) return undefined;
  if (bullet !== undefined) return { type: bullet, length: 1 };
  return { type: delimiter ?? "", number: Number(digits), length: marker.length };
}

export interface NoteMarker {
  readonly name: string;
  /** With the spaces after it. */
  readonly length: number;
  /** Nothing follows on its line. */
  readonly isEmpty: boolean;
}

/** The beginning of a footnote: `[^name]:`. */
export function noteMarker(text: string): NoteMarker | undefined {
  if (!text.startsWith("[^")) return undefined;
  const [marker, name = ""] = /^\[\^([^[\]\s]{1,99})\]:[ \t]*/.exec(text) ?? [];
  if (marker === undefined) return undefined;
  return { name, length: marker.length, isEmpty: marker.length === text.length };
}

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const OPEN_TAG =
  /^(?:<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<\/[A-Za-z][A-Za-z0-9-]*\s*>)\s*$/;

/** The seven ways in which a block of HTML begins, each with what ends it; `undefined` is an empty line. */
const HTML_STARTS: readonly { start: RegExp; end: RegExp | undefined }[] = [
  { start: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![A-Za-z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, "i"), end: undefined },
  { start: OPEN_TAG, end: undefined },
];

/** The last way does not interrupt a paragraph. */
export function htmlStart(text: string, inParagraph: boolean): { end: RegExp | undefined } | undefined {
  if (!text.startsWith("<")) return undefined;
  const index = HTML_STARTS.findIndex(({ start }) => start.test(text));
  return index < 0 || (index === 6 && inParagraph) ? undefined : HTML_STARTS[index];
}

/** Markers of quotations and lists. */
const LEAD = /(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*/y;

/**
 * Whether the beginning of a line, whatever follows, is text and not the beginning of some block. What may still become
 * one waits for more, in most cases for the whole line.
 */
export function isSurelyText(head: string): boolean {
  if (/^[A-Za-z]/.test(head)) return true;
  LEAD.lastIndex = 0;
  LEAD.test(head);
  const text = head.slice(LEAD.lastIndex).trimStart();
  // Four spaces may be code, which is shown by whole lines.
  if (text === "" || /^[^A-Za-z]*(?: {4}|\t)/.test(head)) return false;
  switch (text[0]) {
    case "#":
      return !/^#{1,6}(?:[ \t]|$)/.test(text);
    case "`":
    case "~":
      return /^(?:`{1,2}[^`]|~{1,2}[^~])/.test(text);
    case "<":
      return /^<[^A-Za-z/!?]/.test(text);
    case "[":
      return !/^\[[ xX]\][ \t]*$/.test(text) && /^\[(?!!)(?:[^[\]\\]|\\[^]){0,999}\][^:]/.test(text);
    case "=":
      return /[^= \t]/.test(text);
    case "|":
      return false;
    case "$":
      return /^\$[^$]/.test(text);
    case "\\":
      return !text.startsWith("\\[") && !"\\begin{".startsWith(text.slice(0, 7));
    case "*":
    case "_":
    case "-":
      return /[^*_ \t-]/.test(text) || /^(?:\*+[_-]|_+[*-]|-+[*_])/.test(text);
    case "+":
      return /^\+[^ \t]/.test(text);
    default:
      return !/^\d{1,9}[.)]?$/.test(text);
  }
}
