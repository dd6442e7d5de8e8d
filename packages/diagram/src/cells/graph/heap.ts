/** A queue that gives the smallest first. */

export class Heap {
  #keys = new Float64Array(1024);
  #values = new Int32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
  }

  push(key: number, value: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const values = this.#values;
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if ((keys[up] ?? 0) <= key) break;
      keys[at] = keys[up] ?? 0;
      values[at] = values[up] ?? 0;
      at = up;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** The key of the first. */
  get least(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the first away. */
  pop(): number {
    const keys = this.#keys;
    const values = this.#values;
    const first = values[0] ?? 0;
    this.#size -= 1;
    const key = keys[this.#size] ?? 0;
    const value = values[this.#size] ?? 0;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= this.#size) break;
      if (down + 1 < this.#size && (keys[down + 1] ?? 0) < (keys[down] ?? 0)) down += 1;
      if ((keys[down] ?? 0) >= key) break;
      keys[at] = keys[down] ?? 0;
      values[at] = values[down] ?? 0;
      at = down;
    }
    keys[at] = key;
    values[at] = value;
    return first;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    const values = new Int32Array(this.#values.length * 2);
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
  }
}
