/** Changes to how Mermaid and rough.js draw the nodes and edges of graphs. Every picture stays the same to the last digit. */
import { inModules, type Patch } from "./patch.js";

const ROUGH = /\/node_modules\/roughjs\/bundled\/rough\.esm\.js$/;

/** Lines that jump over each other. */
const CROSSINGS: readonly Patch[] = [
  {
    name: "edges that may cross",
    why: "Where lines jump over each other each part of each edge is held against each other one: 9 % of the time of 1,000 nodes. See edge-crossings.ts.",
    published:
      /function findEdgeIntersections\(edges\) \{\n {2}const crossings = \[\];\n[^]*?(?= {10}const hit = segmentIntersection)/g,
    ours: `import { pairsThatMayCross } from "our:edge-crossings";
function findEdgeIntersections(edges) {
  const crossings = [];
  const segments = edges.map(({ points }) => buildSegmentList(points));
  { { {
        for (const { edgeA: i, partA: si, edgeB: j, partB: sj } of pairsThatMayCross(edges)) {
          const edgeA = edges[i], edgeB = edges[j], segA = segments[i][si], segB = segments[j][sj];
`,
  },
];

/** The shapes of nodes. */
const SHAPES: readonly Patch[] = [
  {
    name: "sides of a polygon that lie on one side",
    why: "Where an edge meets a node whose outline has a hundred points, each side of it was made anew and held against the edge: 3 % of the time of 150 nodes.",
    published:
      "for (let i = 0; i < polyPoints.length; i++) {\n    let p1 = polyPoints[i];\n    let p2 = polyPoints[i < polyPoints.length - 1 ? i + 1 : 0];\n    let intersect = intersect_line_default(",
    ours: `const a1 = point.y - node.y, b1 = node.x - point.x, c1 = point.x * node.y - node.x * point.y;
  const sideOf = ({ x, y }) => a1 * (left + x) + b1 * (top + y) + c1;
  let next = polyPoints.length > 0 ? sideOf(polyPoints[0]) : 0;
  for (let i = 0; i < polyPoints.length; i++) {
    let p1 = polyPoints[i];
    let p2 = polyPoints[i < polyPoints.length - 1 ? i + 1 : 0];
    const side = next;
    next = sideOf(p2);
    if (side * next > 0) continue;
    let intersect = intersect_line_default(`,
  },
];

/** How rough.js reads and writes paths. */
const PATHS: readonly Patch[] = inModules(ROUGH, [
  {
    name: "words of a path",
    why: "rough.js cuts each word of a path off the rest of its text, and turns each number into text again. A path is read three times, for its points, its line and its area; now once. See path-tokens.ts.",
    published: /s=function\(t\)\{const e=new Array;for\(;""!==t;\)[^]*?\}\(t\);(?=let n="BOD")/g,
    ours: "s=tokensOf(t);",
    also: [
      {
        published: "function b(t){const e=[],",
        ours: 'import { tokensOf } from "our:path-tokens";import { keepRoughBox } from "our:rough-paths";var keptPath,keptParts;function partsOf(t){return t!==keptPath&&(keptParts=m(y(b(t))),keptPath=t),keptParts}function b(t){const e=[],',
      },
      {
        published: /(?<==)m\(y\(b\(t\)\)\)(?=,[no]=\[)/g,
        ours: "partsOf(t)",
        count: 2,
      },
    ],
  },
  {
    name: "boxes of paths",
    why: "The text of a round shape has thousands of numbers, which were read again to measure it: 4 % of the time of 150 nodes. See rough-paths.ts.",
    published: "opsToPath(t,e){return this.gen.opsToPath(t,e)}",
    ours: 'opsToPath(t,e){const d=this.gen.opsToPath(t,e);return"number"!=typeof e&&keepRoughBox(d,t.ops),d}',
  },
  {
    name: "straight lines",
    why: "Each part of an outline that is not drawn by hand went through some thirty functions to be moved by nothing. Its random numbers are taken all the same.",
    published: "function R(t,e,s,n,o,a,h){const r=Math.pow(t-s,2)+Math.pow(e-n,2),i=Math.sqrt(r);",
    ours: `function straight(t,e,s,n,o){const p=.2+.2*W(o);for(let i=o.preserveVertices?6:10;i>0;i--)o.randomizer.next();return[{op:"move",data:[t,e]},{op:"bcurveTo",data:[t+(s-t)*p,e+(n-e)*p,t+2*(s-t)*p,e+2*(n-e)*p,s,n]}]}function R(t,e,s,n,o,a,h){const r=Math.pow(t-s,2)+Math.pow(e-n,2);if(a&&0===o.roughness&&r<1/0)return straight(t,e,s,n,o);const i=Math.sqrt(r);`,
  },
  {
    name: "points only counted",
    why: "The outline of an area that is filled with one colour is simplified to see whether it is one.",
    published: "if(c(),!s)return o;",
    ours: "if(c(),!s||onlyCounted&&1===o.length)return o;",
    also: [
      {
        published: "r=function(t,e,s){",
        ours: "r=function(t,e,s,onlyCounted){",
      },
      {
        published: "(1+s.roughness)/2),i=_(t,s);",
        ours: '(1+s.roughness)/2,!h&&(!o||"solid"===s.fillStyle)),i=_(t,s);',
      },
    ],
  },
]);

/** Labels in HTML. */
const LABELS: readonly Patch[] = [
  {
    name: "labels aligned before they are measured",
    why: "The texts of entities and requirements were aligned to the left when they had been measured, and then laid out and measured once more: 7 % of the time of a diagram of entities.",
    published: "  addSvgBackground = false\n} = {}, config) => {",
    ours: '  addSvgBackground = false,\n  textAlign = "center"\n} = {}, config) => {',
    also: [
      {
        published:
          'labelStyle: style.replace("fill:", "color:")\n    };\n    const vertexNode = await addHtmlSpan(',
        ours: 'labelStyle: style.replace("fill:", "color:"),\n      textAlign\n    };\n    const vertexNode = await addHtmlSpan(',
      },
      {
        published: 'div.style("max-width", width + "px");\n    div.style("text-align", "center");',
        ours: 'div.style("max-width", width + "px");\n    div.style("text-align", node.textAlign ?? "center");',
      },
      {
        published: "        style,\n        useHtmlLabels: config.htmlLabels\n      },",
        ours: '        style,\n        textAlign: "start",\n        useHtmlLabels: config.htmlLabels\n      },',
      },
      {
        published:
          'let bbox = text2.getBBox();\n  if (evaluate(config.htmlLabels)) {\n    const div = text2.children[0];\n    div.style.textAlign = "start";',
        ours: "let bbox;\n  if (!evaluate(config.htmlLabels)) {\n    bbox = text2.getBBox();\n  } else {\n    const div = text2.children[0];",
      },
      {
        published: "      useHtmlLabels,\n      style\n    },",
        ours: '      useHtmlLabels,\n      textAlign: alignment === "start" ? "left" : "center",\n      style\n    },',
      },
      {
        published: 'if (alignment === "start") {\n      select7(div).style("text-align", "left");\n    }',
        ours: "",
      },
    ],
  },
];

export const DRAWING_PATCHES: readonly Patch[] = [...CROSSINGS, ...SHAPES, ...LABELS, ...PATHS];
