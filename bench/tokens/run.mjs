// `npm run tokens`: installs public vocabularies beside this file, measures the table of packages/shared/src/tokens on half of
// the corpus, judges it on the other half and on the sixty texts, and fails when it misses. `--write` stores what was found.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { texts } from "./texts.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ROOM = "../../packages/shared/src/tokens/";
/** How far beyond the fitted ends a range reaches. */
const [BELOW, ABOVE] = [0.88, 1.1];
/** What some vocabulary is known to do at best, whatever the corpus says: three digits, several marks or two characters in one token. */
const AT_BEST = {
  breaks: 0.9,
  indents: 0.5,
  digits: 0.37,
  marks: 0.25,
  code_words: 0.9,
  prose_words: 1,
  han: 0.5,
  kana: 0.5,
};
const ENDS = [0.001, 0.999];
const NEEDED = 0.95;

if (!existsSync(here("node_modules"))) {
  console.log("Installing the vocabularies ...");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"], {
    cwd: here("."),
    stdio: ["ignore", 2, 2],
  });
}
const { loadVocabularies } = await import("./vocabularies.mjs");
const { corpus } = await import("./corpus.mjs");
const { fit } = await import("./fit.mjs");
const { KINDS, scan } = await import("../../packages/shared/dist/tokens/scan.js");

const vocabularies = Object.entries(await loadVocabularies());
const count = (text) => Object.fromEntries(vocabularies.map(([name, tokens]) => [name, tokens(text)]));
const measure = (item) => ({ ...item, amounts: scan(item.text), counts: count(item.text) });

console.log("Counting ...");
const measured = [...corpus()].map(measure);
const samples = measured
  .filter(({ place }) => place % 2 === 0)
  .flatMap(({ amounts, counts }) => Object.values(counts).map((tokens) => ({ amounts, count: tokens })));
const low = fit(samples, ENDS[0], (at) => [0, AT_BEST[KINDS[at]] ?? Infinity]).map(
  (number) => number * BELOW,
);
const high = fit(samples, ENDS[1], (at) => [low[at], Infinity]).map((number) => number * ABOVE);
const usual = fit(samples, 0.5, (at) => [low[at], high[at]]);

const round = (number) => Number(number.toFixed(3));
const table = KINDS.map((kind, at) => ({
  kind,
  numbers: [round(low[at]), round(usual[at]), round(high[at])],
}));
for (const { kind, numbers } of table)
  console.log(kind.padEnd(16), ...numbers.map((number) => String(number).padStart(7)));

const sum = (numbers, amounts) => amounts.reduce((total, amount, at) => total + amount * numbers[at], 0);
/** The share of counts inside the range, and the share of prompts that would be refused although they fit. */
function judge(title, items) {
  let [all, inside, below] = [0, 0, 0];
  const missed = [];
  for (const { kind, amounts, counts } of items) {
    const range = [sum(low, amounts), sum(high, amounts)];
    for (const [name, tokens] of Object.entries(counts)) {
      all += 1;
      if (tokens >= range[0] && tokens <= range[1]) inside += 1;
      else missed.push(`${kind}/${name} ${tokens} not in ${range.map(Math.round).join("-")}`);
      // A prompt that fills 98 % of its window is refused when its low end is the whole window.
      if (range[0] >= tokens / 0.98) below += 1;
    }
  }
  console.log(
    `${title}: ${all} counts, ${((100 * inside) / all).toFixed(1)} % in range, ${below} would be refused although they fit`,
  );
  if (missed.length > 0)
    console.log(`  missed: ${missed.slice(0, 12).join("; ")}${missed.length > 12 ? " ..." : ""}`);
  return inside / all >= NEEDED;
}
const sixty = texts.map(measure);
const isGood = [
  judge(
    "The half that shaped the table",
    measured.filter(({ place }) => place % 2 === 0),
  ),
  judge(
    "The half that did not",
    measured.filter(({ place }) => place % 2 === 1),
  ),
  judge("The sixty texts", sixty),
].every(Boolean);

if (process.argv.includes("--write")) {
  const file = here(`${ROOM}table.ts`);
  const [head] = readFileSync(file, "utf8").split("> = {\n");
  const rows = table.map(({ kind, numbers }) => `  ${kind}: [${numbers.join(", ")}],\n`).join("");
  writeFileSync(file, `${head}> = {\n${rows}};\n`);
  const kept = sixty.map(({ kind, text, counts }) => ({ kind, counts, text }));
  writeFileSync(here(`${ROOM}fixtures/texts.json`), `${JSON.stringify(kept, null, 2)}\n`);
}
process.exitCode = isGood ? 0 : 1;
