// Changes that take away what small diagrams waited for, and that does not depend on what is drawn.
import { MERMAID_CHUNKS, type Patch } from "./patch.js";

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
    modules: MERMAID_CHUNKS,
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
    count: 1,
  },
  {
    name: "styles kept",
    why: "The style sheet of a kind follows from the configuration, whose themes are worked out and merged for it each time: 5 to 17 % of the time of a small kind. That of a source with no settings and no classes of its own is kept with its configuration.",
    modules: MERMAID_CHUNKS,
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
    count: 1,
  },
];
