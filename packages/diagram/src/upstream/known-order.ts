/** What is known of an order while a layer of a graph is sorted by hand: ELK asks it before every comparison. */

const BITS = 32;

/**
 * An order that is learnt pair by pair, with all that follows from it. ELK keeps two sets for each node for this, which are
 * merged node by node; here each is a row of bits.
 */
export class KnownOrder {
  readonly #numbers = new Map<object, number>();
  /** For each node the ones below it, and the ones above it. */
  readonly #below: Int32Array[] = [];
  readonly #above: Int32Array[] = [];
  #words = 1;

  /** 1 when `left` is known to be above `right`, -1 when it is below, 0 when nothing is known. */
  compare(left: object, right: object): number {
    const [first, second] = [this.#numberOf(left), this.#numberOf(right)];
    if (has(this.#row(this.#below, first), second)) return 1;
    return has(this.#row(this.#below, second), first) ? -1 : 0;
  }

  /** Learns that one is above the other. */
  learn(upper: object, lower: object): void {
    const [high, low] = [this.#numberOf(upper), this.#numberOf(lower)];
    const [highest, lowest] = [this.#row(this.#above, high), this.#row(this.#below, low)];
    add(this.#row(this.#below, high), low);
    add(this.#row(this.#above, low), high);
    for (let node = 0; node < this.#below.length; node += 1) {
      if (!has(lowest, node)) continue;
      add(this.#row(this.#below, high), node);
      const above = this.#row(this.#above, node);
      add(above, high);
      addAll(above, highest);
    }
    for (let node = 0; node < this.#below.length; node += 1) {
      if (!has(highest, node)) continue;
      add(this.#row(this.#above, low), node);
      const below = this.#row(this.#below, node);
      add(below, low);
      addAll(below, lowest);
    }
  }

  #numberOf(node: object): number {
    const known = this.#numbers.get(node);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(node, number);
    if (number >= this.#words * BITS) this.#widen();
    this.#below.push(new Int32Array(this.#words));
    this.#above.push(new Int32Array(this.#words));
    return number;
  }

  #widen(): void {
    this.#words *= 2;
    for (const rows of [this.#below, this.#above])
      for (const [at, row] of rows.entries()) {
        const wider = new Int32Array(this.#words);
        wider.set(row);
        rows[at] = wider;
      }
  }

  #row(rows: readonly Int32Array[], number: number): Int32Array {
    const row = rows[number];
    if (!row) throw new Error("a node without a row");
    return row;
  }
}

const has = (row: Int32Array, bit: number): boolean => (((row[bit >> 5] ?? 0) >> (bit & 31)) & 1) === 1;

function add(row: Int32Array, bit: number): void {
  row[bit >> 5] = (row[bit >> 5] ?? 0) | (1 << (bit & 31));
}

function addAll(row: Int32Array, other: Int32Array): void {
  for (let word = 0; word < row.length; word += 1) row[word] = (row[word] ?? 0) | (other[word] ?? 0);
}
