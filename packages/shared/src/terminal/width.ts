import stringWidth from "string-width";

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** How many cells a text takes. Escape sequences take none, East Asian wide characters and emoji two. */
export function displayWidth(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Cuts a text without escape sequences after as many whole characters as fit into `width` cells; at least one. */
export function splitAtWidth(text: string, width: number): [head: string, tail: string] {
  let used = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += displayWidth(segment);
    if (used > width && index > 0) return [text.slice(0, index), text.slice(index)];
  }
  return [text, ""];
}
