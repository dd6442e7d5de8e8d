/** What follows the label of a link: an address, another label, or nothing where the label itself is defined. */
import { NEEDS_MORE, unescaped } from "./inline-parts.js";
import { matchEnd, normalLabel, parseDestination, type Reference, titleEnd } from "./references.js";

/** A longer address makes no link. */
export const MAX_ADDRESS = 2000;
const SPACE = /[ \t]*(?:\n[ \t]*)?/y;

export interface LinkSource {
  readonly text: string;
  /** There is no more text to come. */
  readonly isWhole: boolean;
  /** Nothing can be learned by waiting, as far as labels go. */
  readonly isFull: boolean;
  readonly references: ReadonlyMap<string, Reference>;
  readonly isWholeKnown: boolean;
}

export interface LinkTail {
  readonly address: string;
  readonly end: number;
}

/** Reads on after the closing bracket at `at - 1` of a label that begins at `from`. */
export function readLinkTail(source: LinkSource, from: number, at: number): LinkTail | undefined {
  const { text } = source;
  if (at >= text.length && !source.isWhole) throw NEEDS_MORE;
  const label = text.slice(from, at - 1);
  if (text[at] === "(") {
    const inline = inlineAddress(source, at + 1);
    if (inline) return inline;
  }
  if (text[at] === "[") {
    const end = matchEnd(/\[(?:[^[\]\\]|\\[^]){0,999}\]/y, text, at);
    if (end < 0 && !source.isFull && /^\[(?:[^[\]\\]|\\[^]?){0,999}$/.test(text.slice(at))) throw NEEDS_MORE;
    if (end > 0) {
      const written = text.slice(at + 1, end - 1);
      const found = defined(written === "" ? label : written, source);
      if (found) return { address: found.address, end };
      // A definition may still follow further down; the label is a link in any case.
      if (written !== "") return source.isWholeKnown ? undefined : { address: "", end };
    }
  }
  const own = defined(label, source);
  return own && { address: own.address, end: at };
}

function defined(label: string, { references }: LinkSource): Reference | undefined {
  if (label.length > 999 || /(?<!\\)[[\]]/.test(label)) return undefined;
  return references.get(normalLabel(label));
}

function inlineAddress({ text, isWhole }: LinkSource, from: number): LinkTail | undefined {
  const start = matchEnd(SPACE, text, from);
  const window = text.slice(0, from + MAX_ADDRESS);
  const destination = parseDestination(window, start);
  const isCut = !isWhole && text.length < from + MAX_ADDRESS;
  const isOpen = !destination || destination.end >= text.length;
  // An address in angle brackets ends with its line.
  if (isCut && isOpen && !/^<[^<>\n]*\n/.test(text.slice(start))) throw NEEDS_MORE;
  if (!destination) return undefined;
  let end = matchEnd(SPACE, window, destination.end);
  if (end > destination.end && /^["'(]/.test(window.charAt(end))) {
    const closed = titleEnd(window, end);
    if (closed < 0) {
      if (isCut) throw NEEDS_MORE;
      return undefined;
    }
    end = matchEnd(SPACE, window, closed);
  }
  if (end >= text.length && isCut) throw NEEDS_MORE;
  return window[end] === ")" ? { address: unescaped(destination.address), end: end + 1 } : undefined;
}
