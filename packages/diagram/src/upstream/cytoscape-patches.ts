/**
 * Changes to Cytoscape, which lays out mindmaps and architecture diagrams in a window that nobody sees: what it does for a
 * picture on a screen is left out. Every layout stays the same to the last digit.
 */
import type { Patch } from "./patch.js";

const MODULES = /\/node_modules\/cytoscape\/dist\/cytoscape\.esm\.mjs$/;

/** Style sheets, which are read anew for each diagram. */
const STYLES: readonly Patch[] = [
  {
    name: "declared properties only",
    why: "For each of some twenty rules all of some 300 properties were looked for, under two names: 11 % of the time of an architecture diagram. Now those that the rule has, in the same order.",
    modules: MODULES,
    published:
      "for (var i = 0; i < self.properties.length; i++) {\n      var prop = self.properties[i];\n      var mapVal",
    ours: `if (!styfn.places) {
      styfn.places = new Map();
      self.properties.forEach(function (prop, place) {
        styfn.places.set(dash2camel(prop.name), place).set(prop.name, place);
      });
    }
    var places = new Set(Object.keys(map).map(function (name) { return styfn.places.get(name); }));
    places.delete(undefined);
    for (var i of Array.from(places).sort(function (a, b) { return a - b; })) {
      var prop = self.properties[i];
      var mapVal`,
    count: 1,
  },
  {
    name: "default properties kept",
    why: "They are the same for all diagrams: 5 % of the time of an architecture diagram.",
    modules: MODULES,
    published: "var _p = this._private;\n  if (_p.defaultProperties != null) {",
    ours: "var _p = styfn$2;\n  if (_p.defaultProperties != null) {",
    count: 1,
  },
];

/** Canvases, listeners and painting. */
const SCREEN: readonly Patch[] = [
  {
    name: "no canvases",
    why: "Six canvases and their caches of painted parts were made for each diagram.",
    modules: MODULES,
    published: "function CanvasRenderer(options) {\n",
    ours: "function CanvasRenderer() {}\nfunction PaintingRenderer(options) {\n",
    count: 1,
  },
  {
    name: "nothing to notify",
    why: "Listening to a mouse, and asking for a new picture at each change.",
    modules: MODULES,
    published: "BRp.notify = function (eventName, eles) {",
    ours: "BRp.notify = function () {};\nvar notifyScreen = function (eventName, eles) {",
    count: 1,
  },
  {
    name: "no style sheet of the page",
    why: "Nothing is shown in the container.",
    modules: MODULES,
    published: "// prepend a stylesheet in the head such that\n  if (containerWindow) {",
    ours: "if (false) {",
    count: 1,
  },
  {
    name: "no queue of what to paint",
    why: "It grew with every change, and was never taken.",
    modules: MODULES,
    published: "elesToUpdate.merge(eles);",
    ours: "",
    count: 1,
  },
  {
    name: "nothing to fit",
    why: "The box of the whole graph was worked out to fit it into a container without a size, and then not used; the ends of edges are, by mindmaps.",
    modules: MODULES,
    published: "bb = bb || elements.boundingBox();\n    var w = this.width();",
    ours: "if (!(this.width() > 0)) return void (bb || elements.recalculateRenderedStyle());\n    bb = bb || elements.boundingBox();\n    var w = this.width();",
    count: 1,
  },
];

export const CYTOSCAPE_PATCHES: readonly Patch[] = [...STYLES, ...SCREEN];
