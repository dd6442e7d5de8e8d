/** The line that holds a secret while it is typed: letters, corrections, pasted text. */

const LONGEST = 4096;

/**
 * An escape sequence from its second character on: a control sequence, a function key, or Alt with a letter. A control
 * character is none: Ctrl-C after a stray Escape still cancels.
 */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[ -NP-Z\\-~])/;
const UNFINISHED = /^(?:\[[0-?]*[ -/]*|O?)$/;

/**
 * The line editor behind a question that shows nothing: Backspace, Ctrl-U and Ctrl-W, bracketed paste; every other key
 * that is no text is ignored. Pieces may be cut anywhere.
 */
export class SecretLine {
  #letters: string[] = [];
  #pending = "";
  #pasting = false;

  get text(): string {
    return this.#letters.join("");
  }

  /** Takes what the terminal sent. What follows the end of the line is dropped. */
  feed(chunk: string): "open" | "done" | "cancelled" {
    const input = this.#pending + chunk;
    this.#pending = "";
    for (let at = 0; at < input.length;) {
      const letter = String.fromCodePoint(input.codePointAt(at) ?? 0);
      at += letter.length;
      if (letter === "\u001B") {
        const rest = input.slice(at, at + 32);
        if (UNFINISHED.test(rest) && rest.length < 32) {
          this.#pending = letter + rest;
          return "open";
        }
        const key = SEQUENCE.exec(rest)?.[0] ?? "";
        if (key === "[200~") this.#pasting = true;
        else if (key === "[201~") this.#pasting = false;
        at += key.length;
      } else {
        const outcome = this.#key(letter);
        if (outcome !== "open") return outcome;
      }
    }
    return "open";
  }

  #key(letter: string): "open" | "done" | "cancelled" {
    if (letter === "\u0003") return "cancelled";
    if (!this.#pasting) {
      if (letter === "\r" || letter === "\n") return "done";
      if (letter === "\u0004") return this.#letters.length > 0 ? "done" : "cancelled";
      if (letter === "\u007F" || letter === "\b") this.#letters.pop();
      if (letter === "\u0015" || letter === "\u0017") this.#letters = [];
    }
    // The line end that is copied along with a key is no part of it.
    const isText = letter >= " " && letter !== "\u007F";
    if (isText && this.#letters.length < LONGEST) this.#letters.push(letter);
    return "open";
  }
}
