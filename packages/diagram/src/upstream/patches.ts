// Every change that the build makes to what others publish, as data: where, why, and how often it must be found. The
// build refuses to go on when a count is another one; UPGRADING.md says what to do then.

import { ELK_PATCHES } from "./elk-patches.js";

/** A change of text in published modules. */
export interface Patch {
  readonly name: string;
  /** What it is for, with what it brought when it was measured. */
  readonly why: string;
  /** The modules it is looked for in, by their path with forward slashes. */
  readonly modules: RegExp;
  readonly published: string | RegExp;
  readonly ours: string;
  /** How often `published` stands in all of these modules together. */
  readonly count: number;
}

const MERMAID_CHUNKS = /\/node_modules\/mermaid\/dist\/(?:chunks\/mermaid\.core\/[^/]+|mermaid\.core)\.mjs$/;
const DAGRE = /\/node_modules\/dagre-d3-es\/src\/(?:dagre|graphlib)\/.*\.js$/;

/** All text patches, in the order in which they are applied. */
export const PATCHES: readonly Patch[] = [
  {
    name: "configuration kept",
    why: "getConfig() copies some 1,500 values at every call, several times for every label: half the time of a warm graph (204 ms of CPU became 97 on average). The copy is kept until the configuration changes; callers get a fresh top level, because the kanban renderer writes to it.",
    modules: MERMAID_CHUNKS,
    published:
      "var getConfig = /* @__PURE__ */ __name(() => {\n  return assignWithDepth_default({}, currentConfig);",
    ours: "var keptFor, kept;\nvar getConfig = /* @__PURE__ */ __name(() => {\n  if (keptFor !== currentConfig) { kept = assignWithDepth_default({}, currentConfig); keptFor = currentConfig; }\n  return { ...kept };",
    count: 1,
  },
  {
    name: "configuration changed",
    why: "setConfig() may change the configuration in place; the kept copy ends with it.",
    modules: MERMAID_CHUNKS,
    published: "updateCurrentConfig(currentConfig, [conf]);",
    ours: "keptFor = undefined; updateCurrentConfig(currentConfig, [conf]);",
    count: 1,
  },
  {
    name: "plain assignment",
    why: "Copying a configuration defines each property; only the one name that would reach the prototype needs that.",
    modules: MERMAID_CHUNKS,
    published: "} else {\n          Object.defineProperty(dst, key, {\n            value: srcValue,",
    ours: '} else if (key !== "__proto__") {\n          dst[key] = srcValue;\n        } else {\n          Object.defineProperty(dst, key, {\n            value: srcValue,',
    count: 1,
  },
  {
    name: "plain text is clean",
    why: 'Text without "<" comes out of DOMPurify as it was, after its settings were read: 6 % of the time of a warm graph.',
    modules: MERMAID_CHUNKS,
    published: "if (!text) {\n    return text;\n  }\n  if (config2.dompurifyConfig) {",
    ours: 'if (!text || (config2.securityLevel === "strict" && !config2.dompurifyConfig && !String(text).includes("<"))) {\n    return text;\n  }\n  if (config2.dompurifyConfig) {',
    count: 1,
  },
  {
    name: "participants counted anew",
    why: "Their lines have ids by a count that goes on from drawing to drawing: the same source gave another file each time.",
    modules: /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/sequenceDiagram-[^/]+\.mjs$/,
    published: "  bounds.init();",
    ours: "  actorCnt = -1;\n  bounds.init();",
    count: 1,
  },
  {
    name: "edges that lie apart",
    why: "Where lines jump over each other each part of each edge is held against each other one: 9 % of the time of 1,000 nodes. Most edges lie apart; see edge-boxes.ts.",
    modules: MERMAID_CHUNKS,
    published: "function findEdgeIntersections(edges) {\n",
    ours: 'import { boxOf, lieApart } from "our:edge-boxes";\nfunction findEdgeIntersections(edges) {\n  const boxes = edges.map(boxOf);\n',
    count: 1,
  },
  {
    name: "edges that lie apart left out",
    why: "As above.",
    modules: MERMAID_CHUNKS,
    published: "const edgeB = edges[j];\n      const segmentsB = buildSegmentList(edgeB.points);",
    ours: "if (lieApart(boxes[i], boxes[j])) continue;\n      const edgeB = edges[j];\n      const segmentsB = buildSegmentList(edgeB.points);",
    count: 1,
  },
  {
    name: "dictionaries",
    why: "Tables keyed by the names of nodes become plain dictionaries: as ordinary objects each new name makes V8 shape them anew, which took a fifth of the time of a graph.",
    modules: DAGRE,
    published: /= \{\}(?=[;,])/g,
    ours: "= Object.create(null)",
    count: 47,
  },
  ...ELK_PATCHES,
];

/** Modules whose import of lodash is answered by collections.ts. */
export const isDagre = (file: string): boolean => DAGRE.test(withSlashes(file));

const withSlashes = (file: string): string => file.replaceAll("\\", "/");

/** Applies patches to modules as they are read and counts; `check` says what was not found as often as it should be. */
export class Patcher {
  readonly #found = new Map<string, number>(PATCHES.map(({ name }) => [name, 0]));

  /** Whether some patch looks into this module. */
  concerns(file: string): boolean {
    return PATCHES.some(({ modules }) => modules.test(withSlashes(file)));
  }

  apply(file: string, published: string): string {
    let code = published;
    for (const patch of PATCHES) {
      if (!patch.modules.test(withSlashes(file))) continue;
      const parts = code.split(patch.published);
      this.#found.set(patch.name, (this.#found.get(patch.name) ?? 0) + parts.length - 1);
      code = parts.join(patch.ours);
    }
    return code;
  }

  /** One line for each patch whose text was found more or less often than it should be. */
  check(): string[] {
    return PATCHES.filter(({ name, count }) => this.#found.get(name) !== count).map(
      ({ name, count }) =>
        `patch "${name}": its text was found ${this.#found.get(name)} times instead of ${count}`,
    );
  }
}
