/** What spans are made of: patterns, neighbours, line breaks. */
import { decodeReferences } from "./entities.js";

/**
 * Whether a span goes on cannot be told before more text has come. It is one for all, because an error notes where it was
 * made: that was half of the work for a text in small pieces.
 */
export const NEEDS_MORE = new Error("more text is needed");

/** A line at least this long was broken because it was full; a shorter one was meant to end there. */
const FULL_LINE = 50;

/**
 * What becomes of a line break after a line of so many characters: a space where the line was full and more text follows.
 * Undefined asks for more text.
 */
export function lineBreakAt(
  text: string,
  at: number,
  length: number,
  isWhole: boolean,
  joins: boolean,
): string | undefined {
  const isHard = text[at - 1] === " " && text[at - 2] === " ";
  if (isHard || length < FULL_LINE || !joins) return "\n";
  if (at + 1 < text.length) return " ";
  return isWhole ? "\n" : undefined;
}

export const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*)>/y;
export const HTML =
  /<(?:[A-Za-z][A-Za-z\d-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|\/[A-Za-z][A-Za-z\d-]*\s*>|!---?>|!--[^]*?-->|\?[^]*?\?>|![A-Za-z][^>]*>|!\[CDATA\[[^]*?\]\]>)/y;
/** What may still become a tag, a comment or an address in angle brackets. */
export const HTML_BEGINNING =
  /^<(?:$|[A-Za-z\d][\w.!#$%&'*+/=?^`{|}~@:-]*$|[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*$|[A-Za-z][A-Za-z\d-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*(?:\/|(?<=\s)[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]*|'[^']*|"[^"]*)?)?)?$|\/(?:[A-Za-z][A-Za-z\d-]*\s*)?$|!|\?)/;

/** No reference is longer. */
const MAX_TAIL = 40;

/**
 * The address that a text begins with, without the signs of the sentence around it; undefined where it may go on beyond the
 * text.
 */
export function addressAt(text: string, isFull: boolean): string | undefined {
  const length = text.search(/[\s<]/);
  if (length < 0 && !isFull) return undefined;
  let end = length < 0 ? text.length : length;
  let open = count(text.slice(0, end), "(") - count(text.slice(0, end), ")");
  for (;;) {
    const address = text.slice(0, end);
    const [more] = /[?!.,:*_~'"]+$|&\w+;$/.exec(address.slice(-MAX_TAIL)) ?? [];
    const isClosing = open < 0 && address.endsWith(")");
    if (more === undefined && !isClosing) return address;
    if (isClosing) open += 1;
    end -= more?.length ?? 1;
  }
}

const count = (text: string, character: string) => text.split(character).length - 1;

/** An address or a name of a language without its escapes. */
export const unescaped = (text: string): string =>
  decodeReferences(text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"));

/** Whether a run follows that is right behind something. */
export function mayClose(text: string, character: string, from: number, limit: number): boolean {
  for (let at = text.indexOf(character, from); at >= 0 && at < limit; at = text.indexOf(character, at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (at > from && before !== 0x20 && before !== 0x0a) return true;
  }
  return false;
}

export const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/** The character before a place, whole also where it takes two units. */
export function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.charAt(at - 1);
}
