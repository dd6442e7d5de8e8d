// Whether every word of every label of a diagram is in its drawing as text, at 60, 80, 100 and 140 columns:
// node text-labels.mjs [EVERY] [COLUMNS,...], where EVERY = 10 takes every tenth diagram.
// The diagrams are those of the repository and, where collect.mjs has been run, those of unseen.json. The labels are read
// from the SVG of the same source; a word counts as often as the picture shows it. Ends with 1 where a bar is not held.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cellsOf } from "../../packages/diagram/dist/cells/width.js";
import { detectKind, renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";

/** The least share of labels that must be whole, by columns. */
const bars = new Map([
  [60, 0.99],
  [80, 0.99],
  [100, 1],
  [140, 1],
]);
const folders = [
  "corpus",
  "../../packages/diagram/fixtures/gallery",
  "../../packages/diagram/fixtures/samples",
];
const every = Number(process.argv[2] ?? 1);
const widths = process.argv[3]?.split(",").map(Number) ?? [...bars.keys()];

function* diagrams() {
  for (const folder of folders)
    for (const file of readdirSync(new URL(`${folder}/`, import.meta.url)).toSorted())
      yield { origin: file, source: readFileSync(new URL(`${folder}/${file}`, import.meta.url), "utf8") };
  const collected = new URL("unseen.json", import.meta.url);
  if (existsSync(collected)) yield* JSON.parse(readFileSync(collected, "utf8"));
}

const references = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const decoded = (text) =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (references[name] ?? whole) : String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10)),
  );

/** A letter of a script without spaces, in which lines may end after every one. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u30fc]`;
const letter = String.raw`[\p{L}\p{N}\p{M}\p{Extended_Pictographic}_]|\u{200d}|\u{fe0f}`;
const anyWord = new RegExp(`${unspaced}|(?:(?!${unspaced})(?:${letter}))+`, "gu");

/** Letters, digits and pictures that stand together; signs between them may be drawn otherwise. */
const wordsOf = (text) => text.normalize("NFKC").match(anyWord) ?? [];

/** Kinds with an axis, which is divided as there is room: their numbers are no labels. */
const withAxis = new Set(["gantt", "quadrant", "radar", "xychart"]);
/** Mermaid names everybody in a sequence twice, above and below. */
const once = '\n%%{init: {"sequence": {"mirrorActors": false}}}%%';

/** The labels of a picture as lists of words, those of the source only: no percentages. */
function labelsOf({ data: svg, kind }, source) {
  const written = new Set(wordsOf(decoded(source.replaceAll(/<br\s*\/?>|\\n/gi, " "))));
  const labels = [...svg.matchAll(/<text\b[^>]*>([^]*?)<\/text>/g)].map(([, text]) =>
    wordsOf(decoded(text.replaceAll(/<[^>]*>/g, ""))).filter(
      (word) => written.has(word) && (/\P{N}/u.test(word) || !withAxis.has(kind)),
    ),
  );
  return labels.filter((words) => words.length > 0);
}

const occurrences = (text, word) => text.split(word).length - 1;

const totals = new Map(widths.map((columns) => [columns, { drawn: 0, labels: 0, whole: 0, faults: 0 }]));
let refused = 0;
for (const [index, { origin, source }] of [...diagrams()].entries()) {
  if (index % every !== 0) continue;
  const options = { timeoutMs: 60_000 };
  const picture = await renderDiagram(
    detectKind(source) === "sequence" ? source + once : source,
    options,
  ).catch(() => null);
  // Mermaid's picture of an error is a refusal too; as text it is told in words.
  if (!picture || picture.kind === "error") {
    refused += 1;
    continue;
  }
  const labels = labelsOf(picture, source);
  const needed = new Map();
  for (const one of labels.flat()) needed.set(one, (needed.get(one) ?? 0) + 1);
  for (const [columns, total] of totals) {
    const tell = (fault) => console.log(`${columns} ${picture.kind} ${origin}: ${fault}`);
    try {
      const drawing = await renderDiagram(source, { ...options, format: "text", columns });
      const text = drawing.data.normalize("NFKC");
      const isMissing = ([word, count]) => occurrences(text, word) < count;
      const missing = new Map([...needed].filter(isMissing));
      const whole = labels.filter((words) => !words.some((word) => missing.has(word))).length;
      total.drawn += 1;
      total.labels += labels.length;
      total.whole += whole;
      if (missing.size > 0) tell(`missing ${[...missing.keys()].slice(0, 8).join(" ")}`);
      const widest = Math.max(...drawing.data.split("\n").map((line) => cellsOf(line)));
      const isWide = widest > columns || widest !== drawing.columns;
      if (isWide) tell(`${widest} columns, and ${drawing.columns} were told`);
      if (!drawing.complete) tell("is not complete");
      if (isWide || !drawing.complete) total.faults += 1;
    } catch (error) {
      tell(`${error.name}: ${error.message.slice(0, 200)}`);
      total.faults += 1;
    }
  }
}
shutdown();
console.log(`${refused} diagrams that Mermaid does not draw either were left out`);
for (const [columns, { drawn, labels, whole, faults }] of totals) {
  const bar = bars.get(columns) ?? 1;
  const share = labels > 0 ? whole / labels : 1;
  console.log(
    `${columns} columns: ${whole} of ${labels} labels whole in ${drawn} diagrams (${(100 * share).toFixed(2)} %), ${faults} not complete or too wide`,
  );
  if (share < bar || faults > 0) process.exitCode = 1;
}
