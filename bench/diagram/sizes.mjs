// A diagram of every kind with about as many parts as asked for, the same in every run: node sizes.mjs FOLDER COUNT writes them there.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { flowchart, WORDS } from "./large.mjs";

const word = (index) => WORDS[(index * 7) % WORDS.length];
const low = (index) => word(index).toLowerCase();
const name = (index) => `${word(index)}${index}`;
const upper = (index) => name(index).toUpperCase();
const percent = (index, step) => (index * step) % 100;
const list = (count, make) => Array.from({ length: Math.ceil(count) }, (_, index) => make(index));
/** A heading before every so many lines. */
const under = (every, heading) => (index) => (index % every === 0 ? [heading(index / every)] : []);

/** Lines of one kind: the keyword and what is made for each part. */
const KINDS = {
  architecture: (count) => [
    "architecture-beta",
    ...list(count / 5, (group) => `  group g${group}(cloud)[Group ${group}]`),
    ...list(count, (index) => {
      const icon = ["server", "database", "disk", "internet"][index % 4];
      return `  service s${index}(${icon})[${word(index)} ${index}] in g${Math.floor(index / 5)}`;
    }),
    ...list(count - 1, (index) =>
      index % 5 === 4 ? `  s${index - 4}:B --> T:s${index + 1}` : `  s${index}:R --> L:s${index + 1}`,
    ),
  ],
  block: (count) => [
    "block-beta",
    "  columns 5",
    ...list(count, (index) => `  b${index}["${word(index)} ${index}"]`),
    ...list(count / 2, (index) => `  b${index} --> b${index + 5}`),
  ],
  c4: (count) => [
    "C4Context",
    "  title System",
    ...list(count, (index) => `  System(s${index}, "${word(index)} ${index}", "Does ${low(index)}")`),
    ...list(count - 1, (index) => `  Rel(s${index}, s${index + 1}, "Uses", "HTTP")`),
  ],
  class: (count) => [
    "classDiagram",
    ...list(
      count,
      (index) =>
        `  class ${name(index)} {\n    +String name\n    -int id\n    +save() bool\n    +load(id) ${word(index)}\n  }`,
    ),
    ...list(count - 1, (index) => `  ${name(index >> 1)} <|-- ${name(index + 1)} : uses`),
  ],
  er: (count) => [
    "erDiagram",
    ...list(
      count,
      (index) => `  ${upper(index)} {\n    string name PK\n    int amount\n    date created FK\n  }`,
    ),
    ...list(count - 1, (index) => `  ${upper(index >> 1)} ||--o{ ${upper(index + 1)} : has`),
  ],
  flow: (count) => [flowchart(count).trimEnd()],
  gantt: (count) => [
    "gantt",
    "  title Plan",
    "  dateFormat YYYY-MM-DD",
    "  axisFormat %d %b",
    ...list(count, (index) => {
      const state = ["done, ", "crit, ", "", ""][index % 4];
      const start = index === 0 ? "2026-01-05" : `after t${index - 1}`;
      return `  ${word(index)} task ${index} :${state}t${index}, ${start}, ${2 + (index % 5)}d`;
    }).flatMap((line, index) => [...under(8, (part) => `  section Part ${part}`)(index), line]),
  ],
  git: (count) => [
    "gitGraph",
    "  commit",
    ...list(
      count / 4,
      (index) =>
        `  branch b${index}\n  checkout b${index}\n  commit id: "c${index}"\n  commit\n  checkout main\n  commit\n  merge b${index}`,
    ),
  ],
  ishikawa: (count) => [
    "ishikawa-beta",
    "  Problem",
    ...list(count / 2, (index) => `${index % 4 === 0 ? "    " : "      "}${word(index)} ${index}`),
  ],
  journey: (count) => [
    "journey",
    "  title Day",
    ...list(count, (index) => `  ${word(index)} ${index}: ${1 + (index % 5)}: Me, Cat`).flatMap(
      (line, index) => [...under(6, (part) => `  section Part ${part}`)(index), line],
    ),
  ],
  kanban: (count) => [
    "kanban",
    ...list(count, (index) => `    t${index}[${word(index)} task ${index}]`).flatMap((line, index) => [
      ...under(6, (part) => `  c${part}[${word(part)}]`)(index),
      line,
    ]),
  ],
  mindmap: (count) => [
    "mindmap",
    "  root((Plan))",
    ...list(count, (index) => `${index % 4 === 0 ? "    " : "      "}${word(index)} ${index}`),
  ],
  packet: (count) => [
    "packet-beta",
    ...list(count, (index) => `${index * 8}-${index * 8 + 7}: "${word(index)} ${index}"`),
  ],
  pie: (count) => [
    "pie showData title Share",
    ...list(count / 4, (index) => `  "${word(index)} ${index}" : ${10 + index * 3}`),
  ],
  quadrant: (count) => [
    "quadrantChart",
    "  title Reach",
    "  x-axis Low --> High",
    "  y-axis Few --> Many",
    ...list(
      count,
      (index) => `  ${word(index)} ${index}: [${percent(index, 37) / 100}, ${percent(index, 53) / 100}]`,
    ),
  ],
  radar: (count) => [
    "radar-beta",
    `  axis ${list(count / 4, (index) => `a${index}["${word(index)} ${index}"]`).join(", ")}`,
    ...list(
      4,
      (curve) =>
        `  curve c${curve}["C ${curve}"]{${list(count / 4, (index) => percent(index + curve, 13)).join(", ")}}`,
    ),
  ],
  requirement: (count) => [
    "requirementDiagram",
    ...list(
      count / 2,
      (index) =>
        `  requirement r${index} {\n    id: ${index}\n    text: the ${low(index)} shall work\n    risk: high\n    verifymethod: test\n  }\n  element e${index} {\n    type: module\n  }`,
    ),
    ...list(count / 2, (index) => `  e${index} - satisfies -> r${index}`),
  ],
  sankey: (count) => [
    "sankey-beta",
    ...list(
      count,
      (index) => `${word(index)} ${index % 10},${word(index + 3)} out ${index % 7},${5 + (index % 9)}`,
    ),
  ],
  sequence: (count) => [
    "sequenceDiagram",
    ...list(6, (index) => `  participant P${index} as ${word(index)} service`),
    ...list(count, (index) => `  P${index % 6}->>P${(index + 1) % 6}: ${low(index)} request ${index}`),
  ],
  state: (count) => [
    "stateDiagram-v2",
    "  [*] --> S0",
    ...list(count, (index) => `  S${index >> 1} --> S${index + 1}: ${low(index)}`),
  ],
  timeline: (count) => [
    "timeline",
    "  title History",
    ...list(
      count / 2,
      (index) => `  ${1990 + index} : ${word(index)} founded : ${word(index + 1)} grew`,
    ).flatMap((line, index) => [...under(4, (era) => `  section Era ${era}`)(index), line]),
  ],
  treemap: (count) => [
    "treemap-beta",
    ...list(count, (index) =>
      index % 5 === 0 ? `"${word(index)} ${index}"` : `    "${word(index)} ${index}": ${5 + index}`,
    ),
  ],
  treeview: (count) => [
    "treeView-beta",
    ...list(count, (index) => (index % 5 === 0 ? `"folder${index}"` : `    "${low(index)}${index}.ts"`)),
  ],
  venn: () => ["venn-beta", "  set A", "  set B", "  set C", "  union A,B", "  union B,C"],
  xychart: (count) => [
    "xychart-beta",
    '  title "Sales"',
    `  x-axis [${list(count / 2, (index) => `m${index}`).join(", ")}]`,
    '  y-axis "Value" 0 --> 100',
    `  bar [${list(count / 2, (index) => percent(index, 37)).join(", ")}]`,
    `  line [${list(count / 2, (index) => percent(index, 53)).join(", ")}]`,
  ],
};

/** The sources by kind. */
export const ofEveryKind = (count) =>
  Object.entries(KINDS).map(([kind, make]) => [kind, `${make(count).join("\n")}\n`]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [kind, source] of ofEveryKind(Number(process.argv[3] ?? 20)))
    writeFileSync(path.join(process.argv[2] ?? ".", `${kind}.mmd`), source);
