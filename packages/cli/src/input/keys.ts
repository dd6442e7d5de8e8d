/** From what a terminal in raw mode sends to what the user pressed. */
import { sanitize } from "@framework/shared/terminal";

/** A key that is no text, named by what it does in a line editor. */
export type KeyName =
  | "backspace"
  | "backtab"
  | "clear-screen"
  | "delete"
  | "delete-or-end"
  | "down"
  | "end"
  | "enter"
  | "escape"
  | "hang-up"
  | "home"
  | "interrupt"
  | "kill-to-end"
  | "kill-to-start"
  | "kill-word-left"
  | "kill-word-right"
  | "left"
  | "newline"
  | "right"
  | "search-history"
  | "suspend"
  | "tab"
  | "up"
  | "word-left"
  | "word-right"
  | "yank";

export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "key"; readonly name: KeyName };

const CONTROLS: Readonly<Record<string, KeyName>> = {
  "\x01": "home",
  "\x02": "left",
  "\x03": "interrupt",
  "\x04": "delete-or-end",
  "\x05": "end",
  "\x06": "right",
  "\x08": "backspace",
  "\t": "tab",
  "\n": "newline",
  "\x0b": "kill-to-end",
  "\x0c": "clear-screen",
  "\r": "enter",
  "\x0e": "down",
  "\x10": "up",
  "\x12": "search-history",
  "\x15": "kill-to-start",
  "\x17": "kill-word-left",
  "\x19": "yank",
  "\x1a": "suspend",
  "\x7f": "backspace",
};

/** What follows an escape: Alt with a key, or a sequence of the terminal without its parameters' order mattering. */
const SEQUENCES: Readonly<Record<string, KeyName>> = {
  "\r": "newline",
  "\n": "newline",
  "\x7f": "kill-word-left",
  "\x08": "kill-word-left",
  b: "word-left",
  f: "word-right",
  d: "kill-word-right",
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[H": "home",
  "[F": "end",
  "[1~": "home",
  "[3~": "delete",
  "[4~": "end",
  "[7~": "home",
  "[8~": "end",
  "[Z": "backtab",
  "[1;3C": "word-right",
  "[1;3D": "word-left",
  "[1;5C": "word-right",
  "[1;5D": "word-left",
  "[3;3~": "kill-word-right",
  "[3;5~": "kill-word-right",
  // Enter with Shift, Alt or Ctrl, where the terminal tells them apart.
  "[13;2u": "newline",
  "[13;3u": "newline",
  "[13;5u": "newline",
  "[27;2;13~": "newline",
  "[27;3;13~": "newline",
  "[27;5;13~": "newline",
  OA: "up",
  OB: "down",
  OC: "right",
  OD: "left",
  OH: "home",
  OF: "end",
  OM: "enter",
};

const PASTE_START = "[200~";
const PASTE_END = "\x1b[201~";
/** No terminal sends a longer sequence; one that grows past this is dropped. */
const LONGEST_SEQUENCE = 64;
/** An answer of the terminal that came late (its background, its name, its pictures) was not typed by anybody. */
const ANSWER = /^(?:\]1\d;|P>\||_G)[^\x07\x1b]*(?:\x07|\x1b\\)/;
const ANSWER_BEGINNING =
  /^(?:\](?:1\d?|1\d;[^\x07\x1b]*\x1b?)?|P(?:>(?:\|[^\x07\x1b]*\x1b?)?)|_(?:G[^\x07\x1b]*\x1b?))$/;
const COMPLETE_SEQUENCE = /^(?:\[[\x20-\x3f]*[\x40-\x7e]|O[\x20-\x7e]|[^[O])/u;
const TEXT = /[^\x00-\x1f\x7f]+/y;

/** Reads keys out of input that may be cut anywhere. */
export class KeyDecoder {
  /** The beginning of a sequence whose rest has not come yet. */
  #held = "";
  /** The pieces of a paste that has not ended yet. */
  #paste: string[] | undefined;

  decode(input: string): Key[] {
    const keys: Key[] = [];
    let text = this.#held + input;
    this.#held = "";
    while (text !== "") text = this.#paste ? this.#takePaste(text, keys) : this.#takeKey(text, keys);
    return keys;
  }

  /** A held escape that nothing followed was the Escape key. */
  flush(): Key[] {
    const wasEscape = this.#held === "\x1b";
    if (!this.#paste) this.#held = "";
    return wasEscape ? [{ kind: "key", name: "escape" }] : [];
  }

  /** Whether an escape is held, so that `flush` may be due. */
  get isWaiting(): boolean {
    return this.#held === "\x1b";
  }

  #takeKey(text: string, keys: Key[]): string {
    TEXT.lastIndex = 0;
    const plain = TEXT.exec(text)?.[0];
    if (plain !== undefined) {
      const clean = sanitize(plain);
      if (clean !== "") keys.push({ kind: "text", text: clean });
      return text.slice(plain.length);
    }
    if (!text.startsWith("\x1b")) {
      const name = CONTROLS[text.charAt(0)];
      if (name) keys.push({ kind: "key", name });
      return text.slice(1);
    }
    const rest = text.slice(1);
    if (rest.startsWith("\x1b")) return rest;
    const answer = ANSWER.exec(rest)?.[0];
    if (answer !== undefined) return rest.slice(answer.length);
    if (rest.length > 1 && rest.length <= LONGEST_SEQUENCE && ANSWER_BEGINNING.test(rest)) {
      this.#held = text;
      return "";
    }
    const sequence = COMPLETE_SEQUENCE.exec(rest)?.[0];
    if (sequence === undefined) {
      if (text.length <= LONGEST_SEQUENCE) this.#held = text;
      return "";
    }
    if (sequence === PASTE_START) this.#paste = [];
    const name = Object.hasOwn(SEQUENCES, sequence) ? SEQUENCES[sequence] : undefined;
    if (name) keys.push({ kind: "key", name });
    return rest.slice(sequence.length);
  }

  #takePaste(text: string, keys: Key[]): string {
    const end = text.indexOf(PASTE_END);
    if (end < 0) {
      // The end mark may have been cut in two.
      const cut = text.lastIndexOf("\x1b", text.length - 1);
      const keep = cut >= 0 && PASTE_END.startsWith(text.slice(cut)) ? cut : text.length;
      this.#paste?.push(text.slice(0, keep));
      this.#held = text.slice(keep);
      return "";
    }
    const pasted = [...(this.#paste ?? []), text.slice(0, end)].join("");
    this.#paste = undefined;
    keys.push({ kind: "paste", text: sanitize(pasted.replaceAll(/\r\n?/g, "\n")) });
    return text.slice(end + PASTE_END.length);
  }
}
