/**
 * Every change that the build makes to what others publish, as data: where, why, and how often it must be found. The
 * build refuses to go on when a count is another one; UPGRADING.md says what to do then.
 */

import { ANY_ROOT } from "../css/any-root.js";
import { COSE_PATCHES } from "./cose-patches.js";
import { CYTOSCAPE_PATCHES } from "./cytoscape-patches.js";
import { DRAWING_PATCHES } from "./drawing-patches.js";
import { ELK_PATCHES } from "./elk-patches.js";
import { KIND_PATCHES } from "./kind-patches.js";
import { concerns, editsOf, type Patch } from "./patch.js";
import { PARSER_PATCHES } from "./parser-patches.js";
import { SELECTION_PATCHES } from "./selection-patches.js";
import { SMALL_PATCHES } from "./small-patches.js";

const ELK_LAYOUT = /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/elk-[^/]+\.mjs$/;
const DAGRE = /\/node_modules\/dagre-d3-es\/src\/(?:dagre|graphlib)\/.*\.js$/;

/** All text patches, in the order in which they are applied. */
export const PATCHES: readonly Patch[] = [
  {
    name: "configuration kept",
    why: "getConfig() copies some 1,500 values at every call, several times for every label: half the time of a warm graph (204 ms of CPU became 97 on average). The copy is kept until the configuration changes; callers get a fresh top level, because the kanban renderer writes to it. Where a source has no settings, a section that only other kinds write to is not copied at all: 5 % of the time of a small kind, and as much garbage.",
    published:
      "var getConfig = /* @__PURE__ */ __name(() => {\n  return assignWithDepth_default({}, currentConfig);",
    ours: `var kept;
function copyConfig(source, depth = 2) {
  const copy = { ...source };
  if (depth > 0)
    for (const key of Object.keys(copy)) {
      const value = copy[key];
      if (typeof value !== "object") continue;
      if (value === null) delete copy[key];
      else copy[key] = Array.isArray(value) ? assignWithDepth_default([], value) : copyConfig(value, depth - 1);
    }
  return copy;
}
// Of its section and that of flowcharts a kind makes its own, no kind writes to any other one.
function copyOwnSections(source) {
  const copy = { ...source };
  for (const key of ["flowchart", diagramConfigKey])
    if (typeof copy[key] === "object") copy[key] = copyConfig(copy[key], 1);
  return copy;
}
var getConfig = /* @__PURE__ */ __name((purpose) => {
  settleConfig();
  if (purpose === "to read") return { ...currentConfig };
  if (purpose === "its styles") return plain?.styles;
  kept ??= plain ? copyOwnSections(currentConfig) : copyConfig(currentConfig);
  return { ...kept };`,
  },
  {
    name: "configuration read",
    why: "Finding out the kind of a source needs no copy of all.",
    published: "detectType(processed.code.cleaned, getConfig())",
    ours: 'detectType(processed.code.cleaned, getConfig("to read"))',
  },
  {
    name: "configuration settled when it is read",
    why: "The configuration is worked out four times for every drawing, each time with a theme of some 400 colours, and read after two of them: a quarter of the time of a small kind. It is worked out when it is read, and that of a kind with no settings in its source is kept until the site's changes.",
    published:
      "var updateCurrentConfig = /* @__PURE__ */ __name((siteCfg, _directives) => {\n  let cfg = assignWithDepth_default({}, siteCfg);",
    ours: `var isSettled = true, settling, settledFor, plain;
var settledConfigs = /* @__PURE__ */ new Map();
function settleConfig() {
  if (isSettled) return;
  isSettled = true;
  kept = undefined;
  if (settledFor !== siteConfig) settledConfigs.clear();
  settledFor = siteConfig;
  directives.forEach(sanitize);
  const isPlain = settling === siteConfig && directives.every((one) => Object.keys(one).length === 0);
  plain = isPlain ? settledConfigs.get(diagramConfigKey) : undefined;
  if (plain) {
    currentConfig = plain.config;
    return;
  }
  workOutConfig(settling, directives);
  if (!isPlain) return;
  // A copy of what was put together piece by piece is copied five times as fast.
  plain = { config: (currentConfig = copyConfig(currentConfig)), styles: new Map() };
  settledConfigs.set(diagramConfigKey, plain);
}
var updateCurrentConfig = (siteCfg) => {
  isSettled = false;
  settling = siteCfg;
};
var workOutConfig = /* @__PURE__ */ __name((siteCfg, _directives) => {
  let cfg = copyConfig(siteCfg);`,
  },
  {
    name: "configuration changed",
    why: "setConfig() changes the settled configuration; the kept copy ends with it.",
    published: "updateCurrentConfig(currentConfig, [conf]);",
    ours: "settleConfig(); kept = plain = undefined; workOutConfig(currentConfig, [conf]);",
  },
  {
    name: "another configuration is another object",
    why: "What is kept for the site's configuration is known by its object, so that it must not be changed in place.",
    published: "siteConfig = assignWithDepth_default(siteConfig, conf);",
    ours: "siteConfig = assignWithDepth_default({ ...siteConfig }, conf);",
    count: 2,
  },
  {
    name: "configuration told to itself",
    why: "ELK's layout hands Mermaid's configuration to Mermaid, in case that it came with another copy of it; ours has one. Working it out anew, with its theme, took 3 % of the time of a graph.",
    modules: ELK_LAYOUT,
    published: "  setConfig(elkContext.getConfig());",
    ours: "",
  },
  {
    name: "plain assignment",
    why: "Copying a configuration defines each property; only the one name that would reach the prototype needs that.",
    published: "} else {\n          Object.defineProperty(dst, key, {\n            value: srcValue,",
    ours: '} else if (key !== "__proto__") {\n          dst[key] = srcValue;\n        } else {\n          Object.defineProperty(dst, key, {\n            value: srcValue,',
  },
  {
    name: "plain text is clean",
    why: 'Text without "<" comes out of DOMPurify as it was, and so does such text in one paragraph, which most labels are: 6 % of the time of a warm graph, and then 8 %.',
    published:
      "var sanitizeText = /* @__PURE__ */ __name((text, config2) => {\n  if (!text) {\n    return text;\n  }",
    ours: `var CLEAN = /^(?:[^<]*|<p>(?:[^<>&\\u00a0]|&(?:lt|gt|amp);|<br>)*<\\/p>)$/;
var cleanTexts = /* @__PURE__ */ new Map();
var sanitizeText = /* @__PURE__ */ __name((text, config2) => {
  if (!text || (config2.securityLevel === "strict" && !config2.dompurifyConfig && CLEAN.test(text))) {
    return text;
  }`,
  },
  {
    name: "clean markup kept",
    why: "An icon is the same markup each time, and DOMPurify reads it twice: a fifth of the time of an architecture diagram. The last hundred texts are kept.",
    published:
      '    text = DOMPurify.sanitize(sanitizeMore(text, config2), {\n      FORBID_TAGS: ["style"]\n    }).toString();',
    ours: `    const isHtml = getEffectiveHtmlLabels(config2);
    const key = config2.securityLevel === "strict" && typeof text === "string" && text.length < 20000 ? isHtml + text : null;
    const known = cleanTexts.get(key);
    if (known !== undefined) return known;
    text = DOMPurify.sanitize(sanitizeMore(text, config2), {
      FORBID_TAGS: ["style"]
    }).toString();
    if (cleanTexts.size > 99) cleanTexts.delete(cleanTexts.keys().next().value);
    if (key !== null) cleanTexts.set(key, text);`,
  },
  {
    name: "nothing is clean",
    why: "The element that is drawn in gives no markup (stage.ts); DOMPurify read its settings for it, 5 % of the time of a small kind.",
    published: "} else if (!isLooseSecurityLevel) {\n      code2 = DOMPurify.sanitize(",
    ours: "} else if (!isLooseSecurityLevel && code2) {\n      code2 = DOMPurify.sanitize(",
  },
  {
    name: "theme kept",
    why: "Charts work out all colours of the plain theme to read a few of them: 4 % of the time of a small kind.",
    published:
      "var getThemeVariables3 = /* @__PURE__ */ __name((userOverrides) => {\n  const theme = new Theme3();",
    ours: `var plainTheme;
var getThemeVariables3 = /* @__PURE__ */ __name((userOverrides) => {
  if (userOverrides === undefined) {
    plainTheme ??= getThemeVariables3({});
    const copy = { ...plainTheme };
    for (const key of Object.keys(copy))
      if (typeof copy[key] === "object" && copy[key] !== null)
        copy[key] = Array.isArray(copy[key]) ? [...copy[key]] : { ...copy[key] };
    return copy;
  }
  const theme = new Theme3();`,
  },
  {
    name: "compiled styles kept",
    why: "Stylis compiles the same style sheet for every diagram of a kind, but for the name of the picture: 4 % of the time of a small kind. It is compiled for another name, which no sheet contains and our own style sheets take for that of the root, and kept.",
    published: "var compileCSS = /* @__PURE__ */ __name((namespace, css) => {\n  return serialize(",
    ours: `var compiledStyles = /* @__PURE__ */ new Map();
var compileCSS = (namespace, css) => {
  const anyone = "${ANY_ROOT}";
  if (css.length > 100000 || css.includes(anyone)) return compileStyles(namespace, css);
  const key = css.replaceAll(namespace.slice(1), anyone);
  let compiled = compiledStyles.get(key);
  if (compiled === undefined) {
    compiled = compileStyles("#" + anyone, key);
    if (compiledStyles.size > 15) compiledStyles.delete(compiledStyles.keys().next().value);
    compiledStyles.set(key, compiled);
  }
  return compiled;
};
var compileStyles = /* @__PURE__ */ __name((namespace, css) => {
  return serialize(`,
  },
  {
    name: "ELK kept",
    why: "Each new one registers all its algorithms with the one that there is: 1 ms.",
    modules: ELK_LAYOUT,
    published: "  const elk = new ELK();",
    ours: "  const elk = (runElkLayoutCore.elk ??= new ELK());",
  },
  {
    name: "ELK asked at once",
    why: "What stands in for ELK's worker waits for a timer before it starts and for another one before it answers: 2 ms.",
    modules: /\/node_modules\/elkjs\/lib\/elk-(?:api|worker)\.js$/,
    published: /setTimeout\((?=function ?\(\) ?\{\s*(?:_this\.dispatcher\.saveDispatch|_this2\.receive)\()/g,
    ours: "queueMicrotask(",
    count: 2,
  },
  {
    name: "participants counted anew",
    why: "Their lines have ids by a count that goes on from drawing to drawing: the same source gave another file each time.",
    modules: /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/sequenceDiagram-[^/]+\.mjs$/,
    published: "  bounds.init();",
    ours: "  actorCnt = -1;\n  bounds.init();",
  },
  {
    name: "classes counted anew",
    why: "As with participants: the ids of classes have a count.",
    modules: /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/classDiagram-[^/]+\.mjs$/,
    published: "  clear() {\n    this.relations = [];",
    ours: "  clear() {\n    classCounter = 0;\n    this.relations = [];",
  },
  {
    name: "flows counted anew",
    why: "As with participants: the ids of a sankey diagram's nodes and gradients have a count.",
    modules: /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/sankeyDiagram-[^/]+\.mjs$/,
    published: "const { securityLevel, sankey: conf } = getConfig();",
    ours: "Uid.count = 0;\n  const { securityLevel, sankey: conf } = getConfig();",
  },
  {
    name: "random ids without a count",
    why: "As with participants, for blocks without a name and the parts of composite states. A random number alone tells them apart, and ours are the same each time.",
    published: 'Math.random().toString(36).substr(2, 12) + "-" + cnt',
    ours: "Math.random().toString(36).substr(2, 12)",
    count: 2,
  },
  {
    name: "dictionaries",
    why: "Tables keyed by the names of nodes become plain dictionaries: as ordinary objects each new name makes V8 shape them anew, which took a fifth of the time of a graph.",
    modules: DAGRE,
    published: /= \{\}(?=[;,])/g,
    ours: "= Object.create(null)",
    count: 47,
  },
  ...SMALL_PATCHES,
  ...COSE_PATCHES,
  ...CYTOSCAPE_PATCHES,
  ...DRAWING_PATCHES,
  ...ELK_PATCHES,
  ...KIND_PATCHES,
  ...PARSER_PATCHES,
  ...SELECTION_PATCHES,
];

/** Modules whose import of lodash is answered by collections.ts. */
export const isDagre = (file: string): boolean => DAGRE.test(file.replaceAll("\\", "/"));

/** Applies patches to modules as they are read and counts; `check` says what was not found as often as it should be. */
export class Patcher {
  /** How often the text of each edit was found, patch by patch. */
  readonly #patches = PATCHES.map((patch) => ({
    patch,
    edits: editsOf(patch).map((edit) => ({ ...edit, found: 0 })),
  }));

  /** Whether some patch looks into this module. */
  concerns(file: string): boolean {
    return PATCHES.some((patch) => concerns(patch, file));
  }

  apply(file: string, published: string): string {
    let code = published;
    for (const { patch, edits } of this.#patches) {
      if (!concerns(patch, file)) continue;
      for (const edit of edits) {
        const parts = code.split(edit.published);
        edit.found += parts.length - 1;
        code = typeof edit.ours === "string" ? parts.join(edit.ours) : edit.ours(code);
      }
    }
    return code;
  }

  /** One line for each patch with a text that was found more or less often than it should be. */
  check(): string[] {
    return this.#patches.flatMap(({ patch, edits }) => {
      const wrong = edits.find(({ found, count = 1 }) => found !== count);
      if (!wrong) return [];
      const which = edits.length === 1 ? "its text" : `its text ${edits.indexOf(wrong) + 1}`;
      return [
        `patch "${patch.name}": ${which} was found ${wrong.found} times instead of ${wrong.count ?? 1}`,
      ];
    });
  }
}
