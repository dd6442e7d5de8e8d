/** Pictures in the sixel protocol. */
import type { ImageEncoder } from "./encoder.js";
import { flatten, shrink } from "./resize.js";
import { indexColours, type IndexedPixels } from "./sixel-palette.js";

/**
 * `sixel`: a palette and bands of six rows, each colour of a band written as run lengths. Transparent pixels
 * are left unset, so the terminal's own background shows through; where they are filled all the same (tmux does), it is with
 * the colour of register 0.
 */
export const encodeSixel: ImageEncoder = (picture, options) => {
  const { width, height } = options.placement;
  const background = options.background ?? [0, 0, 0];
  const pixels = flatten(shrink(picture.pixels, width, height), background);
  const indexed = indexColours(pixels);
  const writer = new ByteWriter(width * height);
  const [red, green, blue] = background;
  writer.text(`\x1bP0;1;0q"1;1;${width};${height}`);
  for (const [register, colour] of [(red << 16) | (green << 8) | blue, ...indexed.palette].entries())
    writer.text(`#${register};2;${percents(colour)}`);
  const runs = new BandRuns(width);
  for (let top = 0; top < height; top += 6) {
    runs.collect(indexed, width, top, Math.min(6, height - top));
    runs.write(writer);
    writer.byte(NEXT_BAND);
  }
  writer.text("\x1b\\");
  return writer.toString();
};

const NEXT_BAND = 0x2d;
const CARRIAGE_RETURN = 0x24;
const REPEAT = 0x21;
const COLOUR = 0x23;
const EMPTY = 0x3f;

/** Sixel counts colours from 0 to 100. */
const percents = (colour: number) =>
  [colour >> 16, (colour >> 8) & 255, colour & 255].map((value) => Math.round((value * 100) / 255)).join(";");

/**
 * The runs of one band, chained per colour. A column equal to the one before only lengthens its runs, so the
 * work grows with the pixels and not with colours times width.
 */
class BandRuns {
  readonly #first = new Int32Array(256).fill(-1);
  readonly #last = new Int32Array(256).fill(-1);
  readonly #start: Int32Array;
  readonly #length: Int32Array;
  readonly #bits: Uint8Array;
  readonly #next: Int32Array;
  readonly #used: number[] = [];
  #count = 0;

  constructor(width: number) {
    this.#start = new Int32Array(width * 6);
    this.#length = new Int32Array(width * 6);
    this.#bits = new Uint8Array(width * 6);
    this.#next = new Int32Array(width * 6);
  }

  collect({ ids, table }: IndexedPixels, width: number, top: number, rows: number): void {
    for (const register of this.#used) this.#first[register] = -1;
    this.#used.length = 0;
    this.#count = 0;
    const column = new Uint8Array(6);
    let upper = -1;
    let lower = -1;
    let since = 0;
    for (let x = 0; x <= width; x += 1) {
      let nextUpper = -1;
      let nextLower = -1;
      if (x < width) {
        let at = top * width + x;
        nextUpper = table[ids[at]!]!;
        if (rows > 1) nextUpper |= table[ids[(at += width)]!]! << 8;
        if (rows > 2) nextUpper |= table[ids[(at += width)]!]! << 16;
        nextLower = rows > 3 ? table[ids[(at += width)]!]! : 0;
        if (rows > 4) nextLower |= table[ids[(at += width)]!]! << 8;
        if (rows > 5) nextLower |= table[ids[at + width]!]! << 16;
        if (nextUpper === upper && nextLower === lower) continue;
      }
      if (x > 0) {
        column[0] = upper & 255;
        column[1] = (upper >> 8) & 255;
        column[2] = upper >> 16;
        column[3] = lower & 255;
        column[4] = (lower >> 8) & 255;
        column[5] = lower >> 16;
        this.#addColumn(column, since, x - since);
      }
      upper = nextUpper;
      lower = nextLower;
      since = x;
    }
  }

  #addColumn(column: Uint8Array, start: number, length: number): void {
    let open = 0b111111;
    for (let row = 0; row < 6; row += 1) {
      if ((open & (1 << row)) === 0) continue;
      const register = column[row]!;
      let bits = 0;
      for (let other = row; other < 6; other += 1) if (column[other] === register) bits |= 1 << other;
      open &= ~bits;
      if (register !== 0) this.#addRun(register, start, length, bits);
    }
  }

  #addRun(register: number, start: number, length: number, bits: number): void {
    const previous = this.#last[register]!;
    const known = this.#first[register] !== -1;
    if (
      known &&
      this.#bits[previous] === bits &&
      start === this.#start[previous]! + this.#length[previous]!
    ) {
      this.#length[previous] = this.#length[previous]! + length;
      return;
    }
    const run = this.#count;
    this.#count += 1;
    this.#start[run] = start;
    this.#length[run] = length;
    this.#bits[run] = bits;
    this.#next[run] = -1;
    if (known) this.#next[previous] = run;
    else {
      this.#first[register] = run;
      this.#used.push(register);
    }
    this.#last[register] = run;
  }

  write(writer: ByteWriter): void {
    for (let index = 0; index < this.#used.length; index += 1) {
      const register = this.#used[index]!;
      if (index > 0) writer.byte(CARRIAGE_RETURN);
      writer.byte(COLOUR);
      writer.number(register);
      let x = 0;
      for (let run = this.#first[register]!; run !== -1; run = this.#next[run]!) {
        writer.repeat(EMPTY, this.#start[run]! - x);
        writer.repeat(EMPTY + this.#bits[run]!, this.#length[run]!);
        x = this.#start[run]! + this.#length[run]!;
      }
    }
  }
}

/** Collects ASCII bytes; much faster than joining millions of short strings. */
class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(4096, capacity >> 2));
  }

  /** Makes room for `extra` bytes. */
  #reserve(extra: number): void {
    if (this.#length + extra <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe((this.#bytes.length + extra) * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  text(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, "latin1");
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  number(value: number): void {
    if (value >= 10) this.number(Math.floor(value / 10));
    this.byte(0x30 + (value % 10));
  }

  repeat(value: number, count: number): void {
    if (count > 3) {
      this.byte(REPEAT);
      this.number(count);
      this.byte(value);
    } else for (let index = 0; index < count; index += 1) this.byte(value);
  }

  toString(): string {
    return this.#bytes.toString("latin1", 0, this.#length);
  }
}
