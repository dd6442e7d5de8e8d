/** Text in pieces that may be shown one by one: a character that is cut into its halves waits for the second. */
export class WholeCharacters {
  #half = "";

  /** The piece, with what was held back before it, without a half at its end. */
  add(piece: string): string {
    const last = piece.charCodeAt(piece.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    if (!isHalf && this.#half === "") return piece;
    const text = this.#half + piece;
    this.#half = isHalf ? text.slice(-1) : "";
    return isHalf ? text.slice(0, -1) : text;
  }

  /** A half whose other one never came. */
  rest(): string {
    const half = this.#half;
    this.#half = "";
    return half;
  }
}
