/** The text being edited, and a cursor that stands only between whole characters as a reader sees them. */
import { charactersOf } from "@framework/shared/terminal";

/** No character is longer than this, so that finding its ends costs the same in every text. */
const LONGEST_CHARACTER = 128;

const isWord = (text: string) => /[\p{L}\p{N}\p{M}_]/u.test(text);

export class EditBuffer {
  #text = "";
  #cursor = 0;
  /** What was cut last; cuts that follow each other are one. */
  #cut = "";
  #afterCut: { text: string; cursor: number } | undefined;

  get text(): string {
    return this.#text;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** Replaces everything; the cursor stands at the end. */
  set(text: string): void {
    this.#text = text;
    this.#cursor = text.length;
  }

  /** Puts the cursor to an index that a layout or a completion named. */
  moveTo(index: number): void {
    this.#cursor = Math.min(Math.max(0, index), this.#text.length);
  }

  insert(text: string): void {
    this.replace(this.#cursor, this.#cursor, text);
  }

  /** Replaces a range; the cursor stands after what was put in. */
  replace(from: number, to: number, text: string): void {
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#cursor = from + text.length;
  }

  left(): void {
    this.#cursor = this.#before(this.#cursor);
  }

  right(): void {
    this.#cursor = this.#after(this.#cursor);
  }

  wordLeft(): void {
    this.#cursor = this.#wordStart();
  }

  wordRight(): void {
    this.#cursor = this.#wordEnd();
  }

  /** To the beginning of the line the cursor is in. */
  home(): void {
    this.#cursor = this.#lineStart();
  }

  end(): void {
    this.#cursor = this.#lineEnd();
  }

  backspace(): void {
    this.replace(this.#before(this.#cursor), this.#cursor, "");
  }

  delete(): void {
    const at = this.#cursor;
    this.replace(at, this.#after(at), "");
  }

  /** Cuts to the end of the line, or the line break when the cursor is there already. */
  killToEnd(): void {
    const end = this.#lineEnd();
    this.#kill(this.#cursor, end === this.#cursor ? this.#after(end) : end);
  }

  killToStart(): void {
    const start = this.#lineStart();
    this.#kill(start === this.#cursor ? this.#before(start) : start, this.#cursor);
  }

  killWordLeft(): void {
    this.#kill(this.#wordStart(), this.#cursor);
  }

  killWordRight(): void {
    this.#kill(this.#cursor, this.#wordEnd());
  }

  /** Puts in what was cut last. */
  yank(): void {
    this.insert(this.#cut);
  }

  #kill(from: number, to: number): void {
    if (from === to) return;
    const { text, cursor } = this.#afterCut ?? {};
    const before = text === this.#text && cursor === this.#cursor ? this.#cut : "";
    const piece = this.#text.slice(from, to);
    this.#cut = from < this.#cursor ? piece + before : before + piece;
    this.replace(from, to, "");
    this.#afterCut = { text: this.#text, cursor: this.#cursor };
  }

  #lineStart(): number {
    return this.#cursor === 0 ? 0 : this.#text.lastIndexOf("\n", this.#cursor - 1) + 1;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#cursor);
    return end < 0 ? this.#text.length : end;
  }

  #before(index: number): number {
    const from = Math.max(0, index - LONGEST_CHARACTER);
    let start = index;
    for (const { index: at } of charactersOf(this.#text.slice(from, index))) start = from + at;
    return start;
  }

  #after(index: number): number {
    const [first] = charactersOf(this.#text.slice(index, index + LONGEST_CHARACTER));
    return index + (first?.segment.length ?? 0);
  }

  #wordStart(): number {
    let at = this.#cursor;
    for (let inWord = false; at > 0;) {
      const before = this.#before(at);
      const word = isWord(this.#text.slice(before, at));
      if (inWord && !word) break;
      inWord ||= word;
      at = before;
    }
    return at;
  }

  #wordEnd(): number {
    let at = this.#cursor;
    for (let inWord = false; at < this.#text.length;) {
      const after = this.#after(at);
      const word = isWord(this.#text.slice(at, after));
      if (inWord && !word) break;
      inWord ||= word;
      at = after;
    }
    return at;
  }
}
