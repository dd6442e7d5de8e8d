/** Changes to the drawing of single kinds: work that is done again and again for the same outcome. */
import { inModules, type Patch } from "./patch.js";

const DAYJS = /\/node_modules\/dayjs\/dayjs\.min\.js$/;
const PARSE_FORMAT = /\/node_modules\/dayjs\/plugin\/customParseFormat\.js$/;
const GANTT = /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/ganttDiagram-[^/]+\.mjs$/;
const JOURNEY = /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/journeyDiagram-[^/]+\.mjs$/;
const TIMELINE = /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/timeline-definition-[^/]+\.mjs$/;

/** Dates, of which a plan with days off asks some hundreds. */
const DATES: readonly Patch[] = [
  {
    name: "valid dates",
    why: "Whether a date is one was read from it written out: 10 % of the time of a plan.",
    modules: DAYJS,
    published: "return!(this.$d.toString()===l)",
    ours: "return!isNaN(this.$d.getTime())",
  },
  {
    name: "offset when it is asked for",
    why: "The offset from universal time was worked out for each date that was written, and is hardly ever in it.",
    modules: DAYJS,
    published: "i=b.z(this),s=this.$H",
    ours: "s=this.$H",
    also: [
      {
        published: 'case"Z":return i}return null}(t)||i.replace(":","")',
        ours: 'case"Z":return b.z(e)}return null}(t)||b.z(e).replace(":","")',
      },
    ],
  },
  {
    name: "days added to a date",
    why: "A date was made four times over to add days to it: 5 % of the time of a plan. All of its dates are in local time.",
    modules: DAYJS,
    published: "var e=O(l);return b.w(e.date(e.date()+Math.round(t*r)),l)",
    ours: "var e=new Date(l.$d.getTime());e.setDate(e.getDate()+Math.round(t*r));return b.w(e,l)",
  },
  {
    name: "no date without an error",
    why: "Each length of a task is tried as a date first, and an error with its stack was made to say that it is none: 8 % of the time of a plan.",
    modules: PARSE_FORMAT,
    published: "u=s.exec(h)[0];f.call(t,u)",
    ours: "u=s.exec(h);if(!u)return null;u=u[0];f.call(t,u)",
    also: [
      {
        published: "var i=l(t)(e),o=i.year",
        ours: "var i=readerOf(t)(e);if(!i)return new Date(NaN);var o=i.year",
      },
    ],
  },
  {
    name: "format of dates read once",
    why: "The format was taken apart for each date that was read by it: 2 % of the time of a plan. There is one language, on which nothing of it depends.",
    modules: PARSE_FORMAT,
    published: "function l(n){",
    ours: "var format,reader;function readerOf(t){return t!==format&&(reader=l(t),format=t),reader}function l(n){",
  },
  {
    name: "days off known",
    why: "Each day of each task and then each day of the plan was written in three ways to see whether it is one: 17 % of the time of a plan. The list of days off is a new one for each diagram.",
    modules: GANTT,
    published:
      "var isInvalidDate = /* @__PURE__ */ __name(function(date, dateFormat2, excludes2, includes2) {",
    ours: `var knownDays = /* @__PURE__ */ new Map(), knownFor = [];
var isInvalidDate = (date, dateFormat2, excludes2, includes2) => {
  const asked = [dateFormat2, excludes2, includes2, weekend];
  if (knownDays.size > 5000 || asked.some((one, i) => one !== knownFor[i])) {
    knownDays.clear();
    knownFor = asked;
  }
  const time = date.valueOf();
  const known = knownDays.get(time);
  if (known !== undefined) return known;
  const isOff = readDay(date, dateFormat2, excludes2, includes2);
  knownDays.set(time, isOff);
  return isOff;
};
var readDay = /* @__PURE__ */ __name(function(date, dateFormat2, excludes2, includes2) {`,
  },
];

/** Architecture diagrams. */
const ARCHITECTURE: readonly Patch[] = inModules(
  /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/architectureDiagram-[^/]+\.mjs$/,
  [
    {
      name: "settings of architecture diagrams read once",
      why: "All of them were merged with the defaults for each service and each setting: 3 % of the time.",
      published: "return this.getConfig()[field];",
      ours: "return (this.settings ??= this.getConfig())[field];",
    },
    {
      name: "all elements added at once",
      why: "With each service the style of all that is in its group was thrown away.",
      published: "    addGroups(groups, cy);\n",
      ours: "    cy.startBatch();\n    addGroups(groups, cy);\n",
      also: [
        { published: "    addEdges(edges, cy);\n", ours: "    addEdges(edges, cy);\n    cy.endBatch();\n" },
      ],
    },
    {
      name: "neighbours looked up once",
      why: "Each service is come to once for each way that leads to it, and its place was written and read as text each time: 7 % of the time of sixty services.",
      published: /const currPos = strToPos\(curr\);\n[^]*?\n {10}\}\);\n/,
      ours: `if (!neighbours.has(curr)) {
            const currPos = strToPos(curr);
            neighbours.set(curr, Object.entries(directions).flatMap(([dir, shift]) => {
              const newPos = posToStr([currPos[0] + shift[0], currPos[1] + shift[1]]);
              const newId = invSpatialMap.get(newPos);
              return newId ? [{ newPos, isDeclared: declaredPairs.has(\`\${currId}|\${newId}\`), constraint: {
                [ArchitectureDirectionName[dir]]: newId,
                [ArchitectureDirectionName[getOppositeArchitectureDirection(dir)]]: currId,
                gap: idealMult * iconSize
              } }] : [];
            }));
          }
          for (const { newPos, isDeclared, constraint } of neighbours.get(curr)) {
            if (visited[newPos]) continue;
            queue.push(newPos);
            if (!isDeclared) relativeConstraints.push(constraint);
          }
`,
      also: [
        {
          published: "    const visited = {};\n",
          ours: "    const visited = {}, neighbours = /* @__PURE__ */ new Map();\n",
        },
      ],
    },
  ],
);

/** Icons, of which the same one stands in a diagram many times. */
const ICONS: readonly Patch[] = [
  {
    name: "icons kept",
    why: "The ids in an icon were other ones each time, so that each was cleaned anew: 7 % of the time of an architecture diagram. They get their names from us in the end (icon-ids.ts). Their random number is taken all the same.",
    published: "  const svg = iconToHTML(replaceIDs(renderData.body), {",
    ours: `  const plain = iconToHTML(renderData.body, { ...renderData.attributes, ...extraAttributes });
  const known = knownIcons.get(plain);
  if (known !== undefined) {
    if (HAS_ID.test(renderData.body)) Math.random();
    return sanitizeText(known, getConfig());
  }
  const svg = iconToHTML(replaceIDs(renderData.body), {`,
    also: [
      {
        published: '  return sanitizeText(svg, getConfig());\n}, "getIconSVG");',
        ours: `  if (knownIcons.size > 99) knownIcons.delete(knownIcons.keys().next().value);
  if (plain.length < 20000) knownIcons.set(plain, svg);
  return sanitizeText(svg, getConfig());
}, "getIconSVG");`,
      },
      {
        published: "var iconsStore = /* @__PURE__ */ new Map();",
        ours: 'var knownIcons = /* @__PURE__ */ new Map(), HAS_ID = /\\sid="\\S+"/;\nvar iconsStore = /* @__PURE__ */ new Map();',
      },
    ],
  },
];

export const KIND_PATCHES: readonly Patch[] = [
  ...DATES,
  ...ARCHITECTURE,
  ...ICONS,
  {
    name: "names of tasks measured once",
    why: "Each was measured to place it and again, before anything that its width depends on was changed, to tell which side it stands on.",
    modules: GANTT,
    published: "const textWidth = this.getBBox().width;\n      if (",
    ours: "const textWidth = d.textWidth = this.getBBox().width;\n      if (",
    also: [
      {
        published: "const textWidth = this.getBBox().width;\n      let classStr",
        ours: "const textWidth = d.textWidth ?? this.getBBox().width;\n      let classStr",
      },
    ],
  },
  {
    name: "labels without a stand-in",
    why: "Beside each label of a journey stood its text for those who cannot show the label.",
    modules: JOURNEY,
    published: "    byTspan(content, body, x, y, width, height, textAttrs, conf2);\n",
    ours: "",
  },
  {
    name: "mouths drawn once",
    why: "The faces of a journey have one of two mouths, whose arc was worked out for each.",
    modules: JOURNEY,
    published: "const arc = d3arc().startAngle(Math.PI / 2)",
    ours: "const arc = mouths.smile ??= d3arc().startAngle(Math.PI / 2)",
    also: [
      {
        published: "const arc = d3arc().startAngle(3 * Math.PI / 2)",
        ours: "const arc = mouths.sad ??= d3arc().startAngle(3 * Math.PI / 2)",
      },
      { published: ".outerRadius(radius / 2.2);", ours: ".outerRadius(radius / 2.2)();", count: 2 },
      { published: "var drawFace = ", ours: "var mouths = {};\nvar drawFace = " },
    ],
  },
  {
    name: "ticks of an axis worked out once",
    why: "A chart asks for the ticks of its axis a dozen times; the powers of ten for them took 7 % of its time.",
    modules: /\/node_modules\/d3-array\/dist\/d3-array\.mjs$/,
    published: "function tickSpec(start, stop, count) {",
    ours: `var lastTicks = { start: NaN };
function tickSpec(start, stop, count) {
  if (start !== lastTicks.start || stop !== lastTicks.stop || count !== lastTicks.count)
    lastTicks = { start, stop, count, spec: findTickSpec(start, stop, count) };
  return lastTicks.spec;
}
function findTickSpec(start, stop, count) {`,
  },
  {
    name: "heights of the same text found once",
    why: "How high the row of tasks becomes is found with the same text for each of them.",
    modules: TIMELINE,
    published: "var getVirtualNodeHeight = /* @__PURE__ */ __name(function(elem, node, conf) {",
    ours: `var knownHeights = new WeakMap();
var getVirtualNodeHeight = (elem, node, conf) => {
  const root = elem.node(), key = node.width + " " + node.padding + " " + node.descr;
  if (!knownHeights.has(root)) knownHeights.set(root, new Map());
  const heights = knownHeights.get(root);
  if (!heights.has(key)) heights.set(key, findVirtualNodeHeight(elem, node, conf));
  return heights.get(key);
};
var findVirtualNodeHeight = /* @__PURE__ */ __name(function(elem, node, conf) {`,
  },
  {
    name: "tasks looked at once",
    why: "A hundred times it was looked whether tasks are ready that nothing makes ready.",
    modules:
      /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/(?:timeline-definition|journeyDiagram)-[^/]+\.mjs$/,
    published: "const maxDepth = 100;",
    ours: "const maxDepth = 0;",
    count: 2,
  },
  {
    name: "a line that holds all",
    why: "Lines of a timeline are filled word by word, each time measured; most texts fit into one: half of the measuring.",
    modules: TIMELINE,
    published: "    for (let j = 0; j < words.length; j++) {\n      word = words[words.length - 1 - j];",
    ours: `    if (words.length > 1 && !words.includes("<br>")) {
      tspan.text(words.toReversed().join(" ").trim());
      if (tspan.node().getComputedTextLength() <= width) return;
    }
    for (let j = 0; j < words.length; j++) {
      word = words[words.length - 1 - j];`,
  },
  {
    name: "a space is no longer line",
    why: "Lines that are filled word by word were measured anew for the space after each word, which is then taken off.",
    modules: TIMELINE,
    published: 'tspan.text(line.join(" ").trim());\n      if (tspan.node().getComputedTextLength() > width',
    ours: `const filled = line.join(" ").trim();
      if (filled === fitting && word !== "<br>") continue;
      tspan.text(filled);
      fitting = tspan.node().getComputedTextLength() > width ? undefined : filled;
      if (fitting === undefined`,
    also: [
      {
        published: "word, line = [], lineHeight = 1.1, y = text2",
        ours: "word, fitting, line = [], lineHeight = 1.1, y = text2",
      },
    ],
  },
  {
    name: "sizes of text in a treemap",
    why: "A text was measured at every size down to the one that fits its cell, though it is as long as it is large; and set to every size down to the one that is low enough, which nobody reads.",
    published:
      "while (textNode.getComputedTextLength() > availableWidth && currentLabelFontSize > minLabelFontSize) {\n      currentLabelFontSize--;",
    ours: `let labelLength;
    while ((labelLength = textNode.getComputedTextLength()) > availableWidth && currentLabelFontSize > minLabelFontSize) {
      const nearly = Math.ceil((currentLabelFontSize * availableWidth) / labelLength) + 1;
      currentLabelFontSize = Math.max(minLabelFontSize, Math.min(currentLabelFontSize - 1, nearly));`,
    also: [
      {
        published: '      self.style("font-size", `${currentLabelFontSize}px`);\n      combinedHeight =',
        ours: "      combinedHeight =",
      },
    ],
  },
];
