/** Which styles and which link are on at a place in a text of ours, so that a line can end and go on elsewhere. */

/** Which code ends a style, by the code that begins it. */
const ENDINGS: Readonly<Record<string, string>> = { 1: "22", 2: "22", 3: "23", 4: "24", 7: "27", 9: "29" };
const LINK_END = "\x1b]8;;\x1b\\";

/** A style (SGR) or a link (OSC 8) that begins at `lastIndex`. */
export const OWN_SEQUENCE = /\x1b\[([\d;]*)m|\x1b\]8;[^\x1b]*\x1b\\/y;

export class StyleState {
  /** The sequence that turned it on, by the sequence that turns it off. */
  readonly #on = new Map<string, string>();

  get isPlain(): boolean {
    return this.#on.size === 0;
  }

  /** Whether a sequence begins something, rather than ending it. */
  static begins(sequence: string, code: string | undefined): boolean {
    return code === undefined ? sequence !== LINK_END : endingOf(code) !== undefined;
  }

  take(sequence: string, code: string | undefined): void {
    if (code === undefined) {
      if (sequence === LINK_END) this.#on.delete(LINK_END);
      else this.#on.set(LINK_END, sequence);
      return;
    }
    const ending = endingOf(code);
    if (ending !== undefined) this.#on.set(`\x1b[${ending}m`, sequence);
    else if (code === "" || code === "0") this.#on.clear();
    else this.#on.delete(sequence);
  }

  /** Turns everything off, and on again. */
  get off(): string {
    return this.isPlain ? "" : [...this.#on.keys()].toReversed().join("");
  }

  get on(): string {
    return this.isPlain ? "" : [...this.#on.values()].join("");
  }
}

/**
 * Where the style ends that begins at a place, if it ends right at another one: nothing is looked up or cut out for that, because
 * it is done for every styled word. -1 where it does not.
 */
export function endOfStyle(text: string, begin: number, end: number): number {
  if (text.charCodeAt(begin + 1) !== BRACKET || text.charCodeAt(end + 1) !== BRACKET) return -1;
  const code = firstNumber(text, begin + 2);
  const closing = (text.charCodeAt(end + 2) - ZERO) * 10 + text.charCodeAt(end + 3) - ZERO;
  return text.charCodeAt(end + 4) === LETTER_M && CLOSINGS[code] === closing ? end + 5 : -1;
}

/** How long the style is that begins at a place; 0 where none does. */
export function styleLength(text: string, at: number): number {
  if (at + 1 >= text.length || text.charCodeAt(at + 1) !== BRACKET) return 0;
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === LETTER_M) return end + 1 - at;
    if (code !== SEMICOLON && !isDigit(code)) return 0;
  }
  return 0;
}

/**
 * The code that is to end what is on after the style at a place, where before it was `closing`; 0 where nothing is on. -1 where
 * the style neither begins something, with nothing on, nor ends just what is on.
 */
export function closingAfter(text: string, at: number, closing: number): number {
  const code = firstNumber(text, at + 2);
  if (closing !== 0) return code === closing ? 0 : -1;
  return CLOSINGS[code] || -1;
}

function firstNumber(text: string, from: number): number {
  let number = 0;
  for (let at = from; isDigit(text.charCodeAt(at)); at += 1)
    number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}

const SEMICOLON = 0x3b;
const BRACKET = 0x5b;
const LETTER_M = 0x6d;
const ZERO = 0x30;
const isDigit = (code: number) => code >= ZERO && code <= ZERO + 9;

function endingOf(code: string): string | undefined {
  if (code.startsWith("38;")) return "39";
  if (code.startsWith("48;")) return "49";
  return ENDINGS[code] ?? (/^[39][0-7]$/.test(code) ? "39" : undefined);
}

/** The code that ends it, by the first number of the code that begins it; 0 where that begins nothing. */
const CLOSINGS = Uint8Array.from({ length: 108 }, (_, code) =>
  Number(endingOf(code === 38 || code === 48 ? `${code};5` : String(code)) ?? 0),
);
