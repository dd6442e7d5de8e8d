/** What is known of an order while a layer of a graph is sorted by hand: ELK asks it before every comparison. */

const BITS = 32;

/**
 * An order that is learnt pair by pair, with all that follows from it. ELK keeps two sets for each node for this, which are
 * merged node by node; here each is a row of bits.
 */
export class KnownOrder {
  readonly #numbers = new Map<object, number>();
  #words = 1;
  /** For each node the ones below it, and the ones above it. */
  #below = new Int32Array(BITS);
  #above = new Int32Array(BITS);

  /** 1 when `left` is known to be above `right`, -1 when it is below, 0 when nothing is known. */
  compare(left: object, right: object): number {
    const first = this.#numberOf(left);
    const second = this.#numberOf(right);
    if (has(this.#below, first * this.#words, second)) return 1;
    return has(this.#below, second * this.#words, first) ? -1 : 0;
  }

  /** Learns that one is above the other. */
  learn(upper: object, lower: object): void {
    const high = this.#numberOf(upper);
    const low = this.#numberOf(lower);
    this.#spread(this.#below, this.#above, high, low);
    this.#spread(this.#above, this.#below, low, high);
  }

  /** All that lies beyond `next` lies beyond `one` as well, and on the other side of it lies what is there of `one`. */
  #spread(beyond: Int32Array, back: Int32Array, one: number, next: number): void {
    const words = this.#words;
    const from = one * words;
    const to = next * words;
    add(beyond, from, next);
    add(back, to, one);
    addAll(beyond, from, beyond, to, words);
    for (let word = 0; word < words; word += 1) {
      if (beyond[to + word] === 0) continue;
      for (let node = word * BITS; node < (word + 1) * BITS; node += 1) {
        if (!has(beyond, to, node)) continue;
        add(back, node * words, one);
        addAll(back, node * words, back, from, words);
      }
    }
  }

  #numberOf(node: object): number {
    const known = this.#numbers.get(node);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(node, number);
    if (number >= this.#words * BITS) this.#widen();
    return number;
  }

  #widen(): void {
    const words = this.#words;
    this.#words *= 2;
    this.#below = widened(this.#below, words);
    this.#above = widened(this.#above, words);
  }
}

/** Twice as many rows, which are twice as long. */
function widened(rows: Int32Array, words: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(rows.length * 4);
  for (let row = 0; row * words < rows.length; row += 1)
    wider.set(rows.subarray(row * words, (row + 1) * words), row * words * 2);
  return wider;
}

const has = (rows: Int32Array, row: number, bit: number): boolean =>
  (((rows[row + (bit >> 5)] ?? 0) >> (bit & 31)) & 1) === 1;

function add(rows: Int32Array, row: number, bit: number): void {
  const at = row + (bit >> 5);
  rows[at] = (rows[at] ?? 0) | (1 << (bit & 31));
}

function addAll(rows: Int32Array, row: number, others: Int32Array, other: number, words: number): void {
  for (let word = 0; word < words; word += 1)
    rows[row + word] = (rows[row + word] ?? 0) | (others[other + word] ?? 0);
}
