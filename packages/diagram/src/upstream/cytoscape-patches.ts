/**
 * Changes to Cytoscape, which lays out mindmaps and architecture diagrams in a window that nobody sees: what it does for a
 * picture on a screen is left out. Every layout stays the same to the last digit.
 */
import { ELEMENT_PATCHES } from "./cytoscape-element-patches.js";
import { inModules, type Patch } from "./patch.js";

const MODULES = /\/node_modules\/cytoscape\/dist\/cytoscape\.esm\.mjs$/;

/** Style sheets, which are read anew for each diagram. */
const STYLES: readonly Patch[] = inModules(MODULES, [
  {
    name: "declared properties only",
    why: "For each of some twenty rules all of some 300 properties were looked for, under two names: 11 % of the time of an architecture diagram. Now those that the rule has, in the same order.",
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
  },
  {
    name: "default properties kept",
    why: "They are the same for all diagrams: 5 % of the time of an architecture diagram.",
    published: "var _p = this._private;\n  if (_p.defaultProperties != null) {",
    ours: "var _p = styfn$2;\n  if (_p.defaultProperties != null) {",
  },
]);

/** Canvases, listeners and painting. */
const SCREEN: readonly Patch[] = inModules(MODULES, [
  {
    name: "no canvases",
    why: "A fifth of the library paints, and made six canvases with their caches for each diagram. What remains of this renderer is what it has in common with others: the ends of edges and the sizes of labels.",
    published: /var fullFpsTime = 1000 \/ 60;[\s\S]*?(?=var renderer = \[\{)/,
    ours: "function CR() {}\n",
  },
  {
    name: "no mouse",
    why: "Listening to a mouse and to fingers; loading what never runs took time as well.",
    published: /BRp\$3\.load = function \(\) \{[\s\S]*?(?=var BRp\$2 = \{\};)/,
    ours: "",
  },
  {
    name: "no algorithms",
    why: "Ways to weigh and to cluster graphs, which no layout of ours uses.",
    published:
      /\[elesfn\$v, elesfn\$u, [^\]]*\]\.forEach\(function \(props\) \{\n {2}extend\(elesfn\$j, props\);\n\}\);/,
    ours: "extend(elesfn$j, elesfn$v);",
  },
  {
    name: "no other layouts",
    why: "Every graph starts as a grid, and is then laid out by a layout that is registered.",
    published: /\{\n {2}name: 'breadthfirst',[\s\S]*?(?=\{\n {2}name: 'grid',\n {2}impl)/,
    ours: "",
  },
  {
    name: "no other shapes",
    why: "Nodes are round and groups have four corners; twenty other outlines were worked out for each diagram: 3 % of the time of a small one.",
    published: /this\.generatePolygon\('triangle'[^]*?(?=this\.generatePolygon\('rectangle')/,
    ours: "",
    also: [{ published: /\{\n {4}var diamondPoints = [^]*?(?=nodeShapes\.makePolygon = )/, ours: "" }],
  },
  {
    name: "nothing to notify",
    why: "Listening to a mouse, and asking for a new picture at each change.",
    published: "BRp.notify = function (eventName, eles) {",
    ours: "BRp.notify = function () {};\nvar notifyScreen = function (eventName, eles) {",
  },
  {
    name: "no style sheet of the page",
    why: "Nothing is shown in the container.",
    published: "// prepend a stylesheet in the head such that\n  if (containerWindow) {",
    ours: "if (false) {",
  },
  {
    name: "no queue of what to paint",
    why: "It grew with every change, and was never taken.",
    published: "elesToUpdate.merge(eles);",
    ours: "",
  },
  {
    name: "nothing to fit",
    why: "The box of the whole graph was worked out to fit it into a container without a size, and then not used; the ends of edges are, by mindmaps.",
    published: "bb = bb || elements.boundingBox();\n    var w = this.width();",
    ours: "if (!(this.width() > 0)) return void (bb || elements.recalculateRenderedStyle());\n    bb = bb || elements.boundingBox();\n    var w = this.width();",
  },
]);

const FORCES = /\/node_modules\/layout-base\/layout-base\.js$/;

/** What a rectangle is asked for, what it answers, and how often that is for each of two in both versions of the library. */
const ANSWERS: readonly (readonly [getter: string, answer: string, count: number])[] = [
  ["getX", "RECT.x", 12],
  ["getY", "RECT.y", 10],
  ["getRight", "(RECT.x + RECT.width)", 14],
  ["getBottom", "(RECT.y + RECT.height)", 12],
  ["getCenterX", "(RECT.x + RECT.width / 2)", 10],
  ["getCenterY", "(RECT.y + RECT.height / 2)", 10],
  ["getWidthHalf", "(RECT.width / 2)", 2],
  ["getHeightHalf", "(RECT.height / 2)", 2],
];

/** Forces between nodes, worked out for each pair of them some hundred times, mostly before V8 has optimised anything. */
const REPULSION: readonly Patch[] = inModules(FORCES, [
  ...ANSWERS.flatMap(([getter, answer, count]) =>
    ["rectA", "rectB"].map((rectangle) => ({
      name: `${rectangle} read by ${getter}`,
      why: "Twenty calls for the line between two rectangles.",
      published: `${rectangle}.${getter}()`,
      ours: answer.replaceAll("RECT", rectangle),
      count,
    })),
  ),
  {
    name: "near nodes",
    why: "A grid over groups that are far apart had millions of cells for a dozen nodes, anew at every tenth step: 20 s for five services in five groups, of which three quarters went into garbage. See near-nodes.ts.",
    published: "  this.grid = this.calcGrid(this.graphManager.getRoot());\n",
    ours: `  this.nearNodes = require("our:near-nodes").NearNodes.place(lNodes, this.graphManager.getRoot(), this.repulsionRange);
  if (this.nearNodes) return;
  this.grid = this.calcGrid(this.graphManager.getRoot());
`,
    count: 2,
    also: [
      {
        published: "    for (var i = nodeA.startX - 1; i < nodeA.finishX + 2; i++) {\n",
        ours: `    var range = this.repulsionRange;
    if (this.nearNodes) this.nearNodes.around(nodeA).forEach(function (nodeB) {
      if (nodeA.getOwner() != nodeB.getOwner() || nodeA == nodeB || processedNodeSet.has(nodeB)) return;
      var distanceX = Math.abs(nodeA.getCenterX() - nodeB.getCenterX()) - (nodeA.getWidth() / 2 + nodeB.getWidth() / 2);
      var distanceY = Math.abs(nodeA.getCenterY() - nodeB.getCenterY()) - (nodeA.getHeight() / 2 + nodeB.getHeight() / 2);
      if (distanceX <= range && distanceY <= range) surrounding.add(nodeB);
    });
    else for (var i = nodeA.startX - 1; i < nodeA.finishX + 2; i++) {
`,
        count: 2,
      },
    ],
  },
  {
    name: "rectangles that overlap",
    why: "Four calls for each two of them.",
    published: /if \(this\.getRight\(\) < a\.x\) \{[\s\S]*?return true;/g,
    ours: "return !(this.x + this.width < a.x || this.y + this.height < a.y || a.x + a.width < this.x || a.y + a.height < this.y);",
    count: 2,
  },
  {
    name: "rectangles known to be apart",
    why: "Whether two overlap has just been found out.",
    published: "IGeometry.getIntersection(rectA, rectB, clipPoints);",
    ours: "IGeometry.getIntersection2(rectA, rectB, clipPoints, true);",
    count: 2,
    also: [
      {
        published: "IGeometry.getIntersection2 = function (rectA, rectB, result) {",
        ours: "IGeometry.getIntersection2 = function (rectA, rectB, result, areApart) {",
        count: 2,
      },
      {
        published: "clipping points are centers\n  if (rectA.intersects(rectB)) {",
        ours: "clipping points are centers\n  if (!areApart && rectA.intersects(rectB)) {",
        count: 2,
      },
    ],
  },
]);

export const CYTOSCAPE_PATCHES: readonly Patch[] = [
  ...STYLES,
  ...SCREEN,
  ...inModules(MODULES, ELEMENT_PATCHES),
  ...REPULSION,
];
