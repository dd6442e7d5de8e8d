/** Changes to the drawing of single kinds: work that is done again and again for the same outcome. */
import { inModules, type Patch } from "./patch.js";

const DAYJS = /\/node_modules\/dayjs\/dayjs\.min\.js$/;
const GANTT = /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/ganttDiagram-[^/]+\.mjs$/;
const TIMELINE = /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/timeline-definition-[^/]+\.mjs$/;

/** Dates, of which a plan with days off asks some hundreds. */
const DATES: readonly Patch[] = [
  {
    name: "valid dates",
    why: "Whether a date is one was read from it written out: 10 % of the time of a plan.",
    modules: DAYJS,
    published: "return!(this.$d.toString()===l)",
    ours: "return!isNaN(this.$d)",
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
    name: "no date without an error",
    why: "Each length of a task is tried as a date first, and an error with its stack was made to say that it is none: 8 % of the time of a plan.",
    modules: /\/node_modules\/dayjs\/plugin\/customParseFormat\.js$/,
    published: "u=s.exec(h)[0];f.call(t,u)",
    ours: "u=s.exec(h);if(!u)throw null;u=u[0];f.call(t,u)",
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
    name: "tasks looked at once",
    why: "A hundred times it was looked whether tasks are ready that nothing makes ready.",
    modules:
      /\/node_modules\/mermaid\/dist\/chunks\/mermaid\.core\/(?:timeline-definition|journeyDiagram)-[^/]+\.mjs$/,
    published: "const maxDepth = 100;",
    ours: "const maxDepth = 0;",
    count: 2,
  },
  {
    name: "a space is no longer line",
    why: "Lines of a timeline are filled word by word, and measured anew for the space after each word, which is then taken off.",
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
];
