/** Ids of tool calls that no earlier call of the conversation has; backends without ids of their own count from nought in every answer. */
export class CallIds {
  readonly #taken: Set<string>;
  readonly #given = new Map<string, string>();
  #next: number;

  constructor(used: ReadonlySet<string>) {
    this.#taken = new Set(used);
    this.#next = used.size;
  }

  /** The id for a call of this answer: always the same for the same one. */
  of(id: string): string {
    const known = this.#given.get(id);
    if (known !== undefined) return known;
    let free = id;
    for (; this.#taken.has(free); this.#next += 1) free = `${id}_${this.#next}`;
    this.#taken.add(free);
    this.#given.set(id, free);
    return free;
  }
}
