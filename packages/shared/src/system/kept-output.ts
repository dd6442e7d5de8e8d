/** Collects a program's output and keeps its beginning and its end: what it set out to do, and how it ended. */
export class KeptOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headSize = 0;
  #tail: Buffer[] = [];
  #tailSize = 0;
  #dropped = 0;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  push(chunk: Buffer): void {
    const room = this.#half - this.#headSize;
    if (room > 0) {
      const piece = chunk.subarray(0, room);
      this.#head.push(piece);
      this.#headSize += piece.length;
    }
    const rest = room > 0 ? chunk.subarray(room) : chunk;
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailSize += rest.length;
    // Packed now and then instead of piece by piece: the cost stays linear and the memory bounded.
    if (this.#tailSize > this.#half * 4 || this.#tail.length > 1024) this.#pack();
  }

  toString(): string {
    this.#pack();
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.#dropped === 0) return Buffer.concat([head, tail]).toString();
    // A letter of several bytes may have been cut at either edge.
    const [first, last] = [head.toString().replace(/\uFFFD+$/, ""), tail.toString().replace(/^\uFFFD+/, "")];
    return `${first}\n[… ${this.#dropped} bytes left out …]\n${last}`;
  }

  #pack(): void {
    const tail = Buffer.concat(this.#tail);
    const kept = tail.subarray(Math.max(0, tail.length - this.#half));
    this.#dropped += tail.length - kept.length;
    this.#tail = [Buffer.from(kept)];
    this.#tailSize = kept.length;
  }
}
