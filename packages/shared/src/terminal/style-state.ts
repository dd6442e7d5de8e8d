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
  let code = 0;
  for (let at = begin + 2; isDigit(text.charCodeAt(at)); at += 1)
    code = code * 10 + text.charCodeAt(at) - ZERO;
  const closing = (text.charCodeAt(end + 2) - ZERO) * 10 + text.charCodeAt(end + 3) - ZERO;
  return text.charCodeAt(end + 4) === LETTER_M && CLOSINGS[code] === closing ? end + 5 : -1;
}

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
