/** Changes that take away what small diagrams waited for, and that does not depend on what is drawn. */
import type { Patch } from "./patch.js";

const VENN = /\/node_modules\/@upsetjs\/venn\.js\/build\/venn\.esm\.js$/;

export const SMALL_PATCHES: readonly Patch[] = [
  {
    name: "functions without names",
    why: "Each function is told the name that it had before Mermaid was bundled, those that are made anew for every drawing and for every rule of a grammar as well: 1.5 % of the time of a small kind. Nothing reads these names.",
    modules:
      /\/node_modules\/(?:mermaid\/dist\/chunks\/mermaid|@mermaid-js\/parser\/dist\/chunks\/mermaid-parser)\.core\/chunk-[^/]+\.mjs$/,
    published: 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });',
    ours: "var __name = (target) => target;",
    count: 2,
  },
  {
    name: "kind found once",
    why: "The kind of the same text is looked for twice, by some forty expressions. The one that also changes the configuration is asked again.",
    published: "var detectType = /* @__PURE__ */ __name(function(text, config2) {",
    ours: `var lastDetected = { text: undefined, key: "" };
var detectType = (text, config2) => {
  if (text !== lastDetected.text) {
    const key = lookForType(text, config2);
    if (key === "flowchart-elk") return key;
    lastDetected = { text, key };
  }
  return lastDetected.key;
};
var lookForType = /* @__PURE__ */ __name(function(text, config2) {`,
  },
  {
    name: "no directives without their sign",
    why: "Each source was looked through twice for directives, by an expression made anew; and three times for entities.",
    published: "var detectDirective = /* @__PURE__ */ __name(function(text, type = null) {\n",
    ours: `var detectDirective = /* @__PURE__ */ __name(function(text, type = null) {
  if (!text.includes("%%")) return { type: text, args: null };
`,
    also: [
      {
        published: "  let txt = text;\n  txt = txt.replace(/style.*:",
        ours: '  let txt = text;\n  if (!txt.includes("#")) return txt;\n  txt = txt.replace(/style.*:',
      },
    ],
  },
  {
    name: "flat settings merged plainly",
    why: "The settings of a kind, all of them plain values, were merged by a function for anything, with a dozen questions about each: 2 % of the time of a small kind.",
    published: "function cleanAndMerge(defaultData, data) {\n  return merge({}, defaultData, data);",
    ours: `function mergePlainly(defaultData, data) {
  const merged = {};
  for (const source of [defaultData, data]) {
    if (typeof source !== "object") continue;
    for (const key in source) {
      const value = source[key];
      if ((typeof value === "object" && value !== null) || typeof value === "function" || key === "__proto__") return null;
      if (value !== undefined || !(key in merged)) merged[key] = value;
    }
  }
  return merged;
}
function cleanAndMerge(defaultData, data) {
  return mergePlainly(defaultData, data) ?? merge({}, defaultData, data);`,
  },
  {
    name: "styles kept",
    why: "The style sheet of a kind follows from the configuration, whose themes are worked out and merged for it each time: 5 to 17 % of the time of a small kind. That of a source with no settings and no classes of its own is kept with its configuration.",
    published: "var createUserStyles = /* @__PURE__ */ __name((config, graphType, classDefs, svgId) => {",
    ours: `var createUserStyles = (config, graphType, classDefs, svgId) => {
  const hasClasses = classDefs instanceof Map && classDefs.size > 0;
  const known = hasClasses ? undefined : getConfig("its styles");
  let styles = known?.get(graphType);
  if (styles === undefined) {
    styles = workOutStyles(config, graphType, classDefs, svgId);
    if (!styles.includes(svgId.slice(1))) known?.set(graphType, styles);
  }
  return styles;
};
var workOutStyles = /* @__PURE__ */ __name((config, graphType, classDefs, svgId) => {`,
  },
  {
    name: "labels without a namespace",
    why: "All elements were looked through for labels whose markup needs a namespace. None has that name in small letters, and the markup is not read (stage.ts).",
    published: 'root.select(`[id="${id38}"]`).selectAll("foreignobject > *").attr("xmlns", XMLNS_XHTML_STD);',
    ours: "",
  },
  {
    name: "layout that is read",
    why: "A venn diagram is laid out a second time for the texts inside of areas and for lines drawn by hand: a third of its time where there are none.",
    modules: /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/vennDiagram-[^/]+\.mjs$/,
    published: "const layoutAreas = venn.layout(renderSets, {",
    ours: `const isRead = textNodes2.length > 0 || isHandDrawn || renderSets.some(({ size }) => !(size > 0));
  const layoutAreas = !isRead ? [] : venn.layout(renderSets, {`,
  },
  {
    name: "circles moved in place",
    why: "Each trial made its circles anew; where they end is set after the last one.",
    modules: VENN,
    published: /const current = \{\};\n(?= {6}for \(let i = 0; i < setids)/g,
    ours: "const current = circles;\n",
    also: [
      {
        published: /current\[setid\] = \{\n\s*x: values\[2 \* i\],\n\s*y: values\[2 \* i \+ 1\],[^}]*\};/g,
        ours: "current[setid].x = values[2 * i];\n        current[setid].y = values[2 * i + 1];",
      },
    ],
  },
  {
    name: "centres of texts found once",
    why: "A venn diagram is laid out twice, and where its texts stand is found by trial both times: 8 % of its time. The second one takes over what the first one found for the same circles.",
    modules: VENN,
    published: "function computeTextCentres(circles, areas, symmetricalTextCentre) {",
    ours: `var lastCentres;
function computeTextCentres(circles, areas, symmetricalTextCentre) {
  const key = JSON.stringify([circles, areas.map(({ sets }) => sets), symmetricalTextCentre]);
  const found = lastCentres?.key === key ? lastCentres.centres : findTextCentres(circles, areas, symmetricalTextCentre);
  lastCentres = lastCentres?.key === key ? undefined : { key, centres: found };
  return Object.fromEntries(Object.entries(found).map(([sets, centre]) => [sets, { ...centre }]));
}
function findTextCentres(circles, areas, symmetricalTextCentre) {`,
  },
  {
    name: "points sorted in place",
    why: "Three to seven points are sorted at each step of each trial; the general function copied them first: two fifths of the garbage of a venn diagram.",
    modules: VENN,
    published: /^ {4,8}simplex\.sort\(sortOrder\);$/gm,
    ours: `for (let i = 1; i < simplex.length; ++i) {
            const point = simplex[i];
            let at = i;
            for (; at > 0 && simplex[at - 1].fx > point.fx; --at) simplex[at] = simplex[at - 1];
            simplex[at] = point;
        }`,
    count: 2,
  },
];
