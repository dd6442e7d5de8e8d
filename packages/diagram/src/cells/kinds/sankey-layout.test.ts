/** Bands are as thick as what they carry, and stand beside one another. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Flow, layOutSankey } from "./sankey-layout.js";

const graphs = fc
  .array(
    fc.record({
      from: fc.nat({ max: 6 }),
      by: fc.integer({ min: 1, max: 3 }),
      value: fc.integer({ min: 1, max: 90 }),
    }),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((links) => {
    // Each pair once, and never back.
    const flows = new Map<string, Flow>();
    for (const { from, by, value } of links)
      flows.set(`${from} ${by}`, { source: `n${from}`, target: `n${from + by}`, value });
    return [...flows.values()];
  });

it("flows are as thick as they are worth, leave their source and reach their target side by side", () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 10, max: 60 }), (flows, height) => {
      const ids = [...new Set(flows.flatMap(({ source, target }) => [source, target]))];
      const layout = layOutSankey(ids, flows, height, 2);
      if (!layout) throw new Error("there is no circle");
      const nodes = new Map(layout.layers.flat().map((node) => [node.id, node]));
      for (const layer of layout.layers)
        for (const [index, node] of layer.entries()) {
          const above = layer[index - 1];
          if (above) expect(node.top).toBeGreaterThanOrEqual(above.top + above.size + 2);
        }
      for (const one of layout.flows) {
        for (const other of layout.flows) {
          // The same order as their values.
          if (one.value > other.value) expect(one.size).toBeGreaterThanOrEqual(other.size);
          if (one === other) continue;
          if (one.source === other.source)
            expect(apart(one.from, one.size, other.from, other.size)).toBe(true);
          if (one.target === other.target) expect(apart(one.to, one.size, other.to, other.size)).toBe(true);
        }
        for (const [id, at] of [
          [one.source, one.from],
          [one.target, one.to],
        ] as const) {
          const node = nodes.get(id);
          expect(at).toBeGreaterThanOrEqual(node?.top ?? Number.NaN);
          expect(at + one.size).toBeLessThanOrEqual((node?.top ?? 0) + (node?.size ?? 0));
        }
        expect(nodes.get(one.source)?.layer).toBeLessThan(nodes.get(one.target)?.layer ?? -1);
      }
    }),
    { numRuns: 60 },
  );
});

const apart = (one: number, size: number, other: number, otherSize: number): boolean =>
  one + size <= other || other + otherSize <= one;

it("flows that run in a circle have no place", () => {
  const circle = [
    { source: "a", target: "b", value: 1 },
    { source: "b", target: "a", value: 1 },
  ];
  expect(layOutSankey(["a", "b"], circle, 20, 1)).toBeNull();
});
