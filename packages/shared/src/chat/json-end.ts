/** Whether JSON text that arrives in pieces has come to the end of its object. Every character is looked at once. */
export class JsonEnd {
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #isComplete = false;
  #isBroken = false;
  #seen = 0;

  /** Looks at the pieces that have come since the last time; true when they are one whole object and nothing after it. */
  isReached(pieces: readonly string[]): boolean {
    // Nearly every piece ends inside of the object; it is read when there is something to find.
    if (!mayEnd(pieces.at(-1) ?? "")) return false;
    for (; this.#seen < pieces.length; this.#seen += 1) this.#read(pieces[this.#seen] ?? "");
    return this.#isComplete && !this.#isBroken;
  }

  #read(piece: string): void {
    for (let place = 0; place < piece.length; place += 1) {
      const code = piece.charCodeAt(place);
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === 0x5c) this.#isEscaped = true;
        else if (code === 0x22) this.#inText = false;
      } else if (code > 0x20) this.#mark(code);
    }
  }

  #mark(code: number): void {
    const opens = code === 0x7b || code === 0x5b;
    if (this.#isComplete || (this.#depth === 0 && code !== 0x7b)) this.#isBroken = true;
    if (opens) this.#depth += 1;
    else if (code === 0x22) this.#inText = true;
    else if (code === 0x7d || code === 0x5d) {
      this.#depth -= 1;
      if (this.#depth === 0) this.#isComplete = true;
    }
  }
}

/** A closing bracket is last, or blanks after one. */
function mayEnd(piece: string): boolean {
  const last = piece.charCodeAt(piece.length - 1);
  return last === 0x7d || last === 0x5d || last <= 0x20;
}
