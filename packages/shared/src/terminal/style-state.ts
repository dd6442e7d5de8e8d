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

/** The sequence that ends what a style begins; undefined for one that begins nothing. */
export function closingOf(sequence: string): string | undefined {
  const known = closings.get(sequence);
  if (known !== undefined || closings.has(sequence)) return known;
  const [, code] = /^\x1b\[([\d;]+)m$/.exec(sequence) ?? [];
  const ending = code === undefined ? undefined : endingOf(code);
  const closing = ending === undefined ? undefined : `\x1b[${ending}m`;
  if (closings.size < MAX_CLOSINGS) closings.set(sequence, closing);
  return closing;
}

/** Few styles are used again and again. */
const closings = new Map<string, string | undefined>();
const MAX_CLOSINGS = 100;

function endingOf(code: string): string | undefined {
  if (code.startsWith("38;")) return "39";
  if (code.startsWith("48;")) return "49";
  return ENDINGS[code] ?? (/^[39][0-7]$/.test(code) ? "39" : undefined);
}
