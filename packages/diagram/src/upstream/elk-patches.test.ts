/** ELK with our patches beside ELK as it is published. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ELK_PATCHES } from "./elk-patches.js";
import { withoutCasts } from "./elk/casts.js";
import * as barycenters from "./elk/barycenters.js";
import * as crossingCount from "./elk/crossing-count.js";
import * as nodePlaces from "./elk/node-places.js";
import * as plainSweep from "./elk/plain-sweep.js";
import * as portOrder from "./elk/port-order.js";
import * as knownOrder from "./known-order.js";
import { Patcher } from "./patches.js";

const require = createRequire(import.meta.url);
const file = require.resolve("elkjs/lib/elk-worker.js");
const published = readFileSync(file, "utf8");
const OURS = new Map<string, unknown>([
  ["our:known-order", knownOrder],
  ["our:elk/barycenters", barycenters],
  ["our:elk/crossing-count", crossingCount],
  ["our:elk/node-places", nodePlaces],
  ["our:elk/plain-sweep", plainSweep],
  ["our:elk/port-order", portOrder],
]);

interface Answer {
  readonly data: { readonly data?: unknown; readonly error?: { readonly message: string } };
}

interface Worker {
  readonly dispatcher: { readonly saveDispatch: (message: object) => void };
  onmessage: (answer: Answer) => void;
}

/** Lays out a graph, and says all of the answer but the numbers that Java gives to objects. */
type Layout = (graph: object) => string;

function elkOf(code: string): Layout {
  const module = { exports: {} as { Worker: new () => Worker } };
  const run = runInThisContext(`(function (module, exports, require) {${code}\n})`) as (
    ...environment: unknown[]
  ) => void;
  run(module, module.exports, (id: string) => OURS.get(id));
  const worker = new module.exports.Worker();
  let said = "";
  worker.onmessage = ({ data }) => {
    if (data.error) throw new Error(data.error.message);
    said = JSON.stringify(data.data, (key, value: unknown) => (key === "$H" ? undefined : value));
  };
  const ask = (message: object): string => {
    worker.dispatcher.saveDispatch({ data: { id: 0, ...message } });
    return said;
  };
  ask({ cmd: "register", algorithms: ["layered"] });
  return (graph) => ask({ cmd: "layout", graph, layoutOptions: {}, options: {} });
}

describe("a function that is written anew", () => {
  it.each(
    ELK_PATCHES.flatMap((patch) =>
      "mark" in patch ? [[patch.name, String(patch.mark), patch.published] as const] : [],
    ),
  )("takes the place of what it was made for: %s", (_, mark, text) => {
    const [[function_ = ""] = []] = [...published.matchAll(text as RegExp)];
    expect(createHash("sha256").update(function_).digest("hex").slice(0, 8)).toBe(mark);
  });
});

describe("casts", () => {
  it.each([
    ["node = castTo($next_6(it), 9);", "node = ($next_6(it));"],
    ["castTo(castTo(map.get('a)'), 43).second, 52)", "((map.get('a)')).second)"],
    ["$doubleValue(castToDouble($get(a, b))) + 1", "$doubleValue(($get(a, b))) + 1"],
    ["function castTo(src_0, dstId){", "function castTo(src_0, dstId){"],
  ])("of %j give way to their values", (code, without) => {
    expect(withoutCasts(code)).toBe(without);
  });
});

/** Options that Mermaid gives to ELK. */
const ROOT = {
  "elk.algorithm": "elk.layered",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
  "elk.layered.mergeEdges": false,
  "spacing.baseValue": 40,
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.layering.strategy": "NETWORK_SIMPLEX",
  "elk.layered.mergeHierarchyEdges": true,
  "elk.spacing.portsSurrounding": "[top=12,left=12,bottom=12,right=12]",
};
const GROUP = {
  "nodeSize.constraints": "[MINIMUM_SIZE, NODE_LABELS]",
  "nodeSize.minimum": "(48.5, 0)",
  "spacing.baseValue": 24,
  "elk.layered.spacing.edgeNodeBetweenLayers": 30,
  "elk.spacing.edgeEdge": 20,
  "spacing.nodeNode": 50,
  "elk.padding": "[top=24,left=24,bottom=24,right=24]",
  "nodeLabels.placement": "[H_CENTER V_TOP, INSIDE]",
  "elk.layered.mergeEdges": false,
  "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.spacing.portsSurrounding": "[top=12,left=12,bottom=12,right=12]",
};
const APART = { "elk.algorithm": "elk.layered", "elk.hierarchyHandling": "SEPARATE_CHILDREN" };

/** A graph as Mermaid asks for it: groups with titles and nodes without, edges with labels and without, also into groups. */
const graphs = fc
  .record({
    direction: fc.constantFrom("DOWN", "RIGHT", "UP", "LEFT"),
    groups: fc.array(
      fc.record({
        isApart: fc.boolean(),
        sizes: fc.array(fc.tuple(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 10, max: 90 })), {
          maxLength: 5,
        }),
      }),
      { maxLength: 3 },
    ),
    sizes: fc.array(fc.tuple(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 10, max: 90 })), {
      minLength: 1,
      maxLength: 18,
    }),
    edges: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 60 })), { maxLength: 36 }),
  })
  .map(({ direction, groups, sizes, edges }) => {
    const nodesOf = (name: string, all: readonly (readonly [number, number])[]) =>
      all.map(([width, height], number) => ({ id: `${name}${number}`, width, height }));
    const inGroups = groups.map(({ isApart, sizes: inside }, number) => ({
      id: `group${number}`,
      layoutOptions: isApart
        ? { ...GROUP, ...APART, "elk.direction": direction }
        : { ...GROUP, "elk.hierarchyHandling": "INCLUDE_CHILDREN" },
      labels: [{ text: "title", width: 40.5, height: 24 }],
      children: nodesOf(`inside${number}-`, inside),
      isApart,
    }));
    const children = [...nodesOf("node", sizes), ...inGroups];
    const ends = [
      ...children,
      ...inGroups.flatMap(({ isApart, children: inside }) => (isApart ? [] : inside)),
    ];
    const idOf = (number: number): string => ends[number % ends.length]?.id ?? "";
    return {
      id: "root",
      layoutOptions: { ...ROOT, "elk.direction": direction },
      children,
      edges: edges.map(([from, to, width], number) => ({
        id: `edge${number}`,
        sources: [idOf(from)],
        targets: [idOf(to)],
        labels: [
          {
            text: "",
            width,
            height: width && 24,
            layoutOptions: { "edgeLabels.inline": "true", "edgeLabels.placement": "CENTER" },
          },
        ],
      })),
    };
  });

describe("ELK with our patches", () => {
  let [ours, theirs]: Layout[] = [];
  beforeAll(() => {
    theirs = elkOf(published);
    ours = elkOf(new Patcher().apply(file, published));
  });

  it("lays out every graph to the same numbers, to the last digit", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const expected = theirs?.(structuredClone(graph));
        expect(expected).toContain('"edges"');
        expect(ours?.(structuredClone(graph))).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });
});
