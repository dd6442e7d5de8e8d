/** What a request for a diagram is about, read from the words of the request. */

/** One thing to be drawn, with the number that stood next to it. */
export interface Item {
  readonly name: string;
  readonly value: number | undefined;
}

export interface Subject {
  /** Such as "a login"; empty when the request names nothing. */
  readonly topic: string;
  /** The parts, when the request lists at least two. */
  readonly items: readonly Item[];
}

const NAME_LENGTH = 40;
const MOST_ITEMS = 12;

/** What Mermaid could take for syntax is left out of names. */
const label = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N} .,'&+%/-]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, NAME_LENGTH)
    .trim();

/** Reads "… of A, B and C", "… for wake up -> coffee -> work", "… about cats 40, dogs 35". */
export function readSubject(asked: string): Subject {
  const words = asked.slice(0, 2000);
  const [, about = ""] =
    /\b(?:of|for|about|with|from|showing|how)\b:?\s+([^]*)$/i.exec(words) ?? /:\s*([^]*)$/.exec(words) ?? [];
  const parts = about
    .replace(/[.?!\s]+$/, "")
    .split(/\s*(?:->|→|=>|[,;\n]|\bthen\b|\band\b)\s*/i)
    .map(readItem)
    .filter(({ name }) => name !== "");
  const topic = label(about.replace(/[.?!\s]+$/, ""));
  return { topic, items: parts.length > 1 ? parts.slice(0, MOST_ITEMS) : [] };
}

/** "40 cats", "cats 40", "cats: 40%" and "cats = 40" all mean the same. */
function readItem(text: string): Item {
  const [, before] = /^(\d+(?:\.\d+)?)\s*%?\s+/.exec(text) ?? [];
  const [, after] = /[\s:=(]+(\d+(?:\.\d+)?)\s*%?\)?$/.exec(text) ?? [];
  const number = before ?? after;
  const name = text.replace(/^\d+(?:\.\d+)?\s*%?\s+/, "").replace(/[\s:=(]+\d+(?:\.\d+)?\s*%?\)?$/, "");
  return {
    name: label(name.replace(/^(?:a|an|the)\s+/i, "")),
    value: number === undefined ? undefined : Number(number),
  };
}
