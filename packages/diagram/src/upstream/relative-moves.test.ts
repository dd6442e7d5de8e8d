/** Moves under rules, beside cose-base's own way of applying each of them in turn. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Movable, RelativeMoves } from "./relative-moves.js";

class Node implements Movable {
  displacementX = 0;
  displacementY = 0;
  readonly #center: number;

  constructor(center: number) {
    this.#center = center;
  }

  getCenterX(): number {
    return this.#center;
  }

  getCenterY(): number {
    return this.#center;
  }
}

/** As cose-base has it: each rule as often as it was given, in its turn. */
function moveInTurn(
  rules: readonly (readonly [before: number, after: number, gap: number])[],
  positions: Map<number, number>,
  displacements: number[],
): void {
  const order = [...new Set(rules.flatMap(([before, after]) => [before, after]))];
  for (const node of order) {
    let displacement = displacements[node] ?? 0;
    const own = positions.get(node) ?? 0;
    for (const [before, after, gap] of rules) {
      if (before === node) {
        const distance = (positions.get(after) ?? 0) - own - displacement;
        if (distance < gap) displacement -= gap - distance;
      }
      if (after === node) {
        const distance = own - (positions.get(before) ?? 0) + displacement;
        if (distance < gap) displacement += gap - distance;
      }
    }
    positions.set(node, own + displacement);
    displacements[node] = displacement;
  }
}

it("moves nodes to the same digit as one rule after the other, however often each is given", () => {
  const node = fc.nat(5);
  const rule = fc.tuple(node, node, fc.constantFrom(0.1, 1.5, 80 / 3));
  const number = fc.double({ min: -100, max: 100, noNaN: true });
  const numbers = fc.array(number, { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 40 }),
      numbers,
      fc.array(numbers, { maxLength: 4 }),
      (rules, centers, steps) => {
        const nodes = centers.map((center) => new Node(center));
        const moves = new RelativeMoves(
          "X",
          (name) => nodes.slice(Number(name), Number(name) + 1),
          () => false,
        );
        for (const [before, after, gap] of rules) moves.add(String(before), String(after), gap);
        const positions = new Map(centers.entries());
        for (const step of steps) {
          const displacements = [...step];
          moveInTurn(rules, positions, displacements);
          for (const [index, each] of nodes.entries()) each.displacementX = step[index] ?? 0;
          moves.move();
          expect(nodes.map(({ displacementX }) => displacementX)).toEqual(displacements);
        }
      },
    ),
  );
});
