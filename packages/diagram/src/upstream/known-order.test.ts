/** The order that ELK learns, beside the sets that it keeps itself. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { KnownOrder } from "./known-order.js";

/** As ELK has it: for each node the set of those below it and of those above it. */
class Sets {
  readonly #below = new Map<object, Set<object>>();
  readonly #above = new Map<object, Set<object>>();

  compare(left: object, right: object): number {
    if (of(this.#below, left).has(right)) return 1;
    if (of(this.#below, right).has(left)) return -1;
    if (of(this.#above, left).has(right)) return -1;
    return of(this.#above, right).has(left) ? 1 : 0;
  }

  learn(upper: object, lower: object): void {
    const [highest, lowest] = [of(this.#above, upper), of(this.#below, lower)];
    of(this.#below, upper).add(lower);
    of(this.#above, lower).add(upper);
    for (const node of lowest) {
      of(this.#below, upper).add(node);
      for (const each of [upper, ...highest]) of(this.#above, node).add(each);
    }
    for (const node of highest) {
      of(this.#above, lower).add(node);
      for (const each of [lower, ...lowest]) of(this.#below, node).add(each);
    }
  }
}

function of(sets: Map<object, Set<object>>, node: object): Set<object> {
  const known = sets.get(node) ?? new Set();
  sets.set(node, known);
  return known;
}

it("knows what ELK's sets know, also of orders that go round in a circle", () => {
  const nodes = Array.from({ length: 70 }, (_, number) => ({ number }));
  const node = fc.constantFrom(...nodes);
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 120 }), (pairs) => {
      const [ours, theirs] = [new KnownOrder(), new Sets()];
      for (const [upper, lower] of pairs) {
        expect(ours.compare(upper, lower)).toBe(theirs.compare(upper, lower));
        ours.learn(upper, lower);
        theirs.learn(upper, lower);
      }
      for (const left of nodes)
        for (const right of nodes.slice(0, 12)) {
          const known = ours.compare(left, right);
          if (known !== theirs.compare(left, right)) expect([left, right, known]).toBe("what ELK knows");
        }
    }),
  );
});
