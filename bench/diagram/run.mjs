// Measures @framework/diagram against mermaid-cli (mmdc) in Chromium: node run.mjs [cold] [memory] [corpus]
// Without arguments everything is measured. Writes results.json here, and the contact sheet and the report into docs/.
import { mkdir, mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";
import { browserEnvironment, executablePath, startBrowser } from "./browser.mjs";
import { contactSheet, similarity } from "./compare-pictures.mjs";
import { measure } from "./process-tree.mjs";
import { report as measured } from "../lib/report.mjs";
import { report } from "./report.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const docs = path.join(here, "..", "..", "docs");
const wanted = process.argv.slice(2);
const does = (part) => wanted.length === 0 || wanted.includes(part);
const corpus = path.join(here, "corpus");
const names = (await readdir(corpus)).map((file) => file.replace(/\.mmd$/, ""));
// The fifteen that time and memory are measured on.
const samples = names.filter((name) => Number(name.slice(0, 2)) <= 15);
const source = (name) => readFile(path.join(corpus, `${name}.mmd`), "utf8");
const resultsFile = path.join(here, "results.json");
const results = JSON.parse(await readFile(resultsFile, "utf8").catch(() => "{}"));

const folder = await mkdtemp(path.join(os.tmpdir(), "diagram-bench-"));
const output = path.join(folder, "out.png");
const browserConfig = path.join(folder, "puppeteer.json");
await writeFile(browserConfig, JSON.stringify({ executablePath, args: ["--no-sandbox"] }));
const env = await browserEnvironment();
const mmdc = path.join(here, "node_modules", ".bin", "mmdc");
const pageWidth = 784;
const warmUpRounds = 8;

/** mmdc shrinks a wide diagram to its page: both sides make a picture of the same pixels. */
const scales = new Map();
for (const name of samples) {
  const { width } = await renderDiagram(await source(name), { timeoutMs: 60_000 });
  scales.set(name, 2 * Math.min(1, pageWidth / width));
}
shutdown();

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const runs = {
  mmdc: (name, options) =>
    measure(
      mmdc,
      ["-q", "-s", "2", "-p", browserConfig, "-i", path.join(corpus, `${name}.mmd`), "-o", output],
      { ...options, env },
    ),
  ours: (name, options) => {
    const file = path.join(corpus, `${name}.mmd`);
    const scale = String(scales.get(name));
    return measure(process.execPath, [path.join(here, "draw.mjs"), file, output, scale], options);
  },
};

const middle = (list, key) => median(list.map((run) => run[key]));

async function cold(name) {
  // Turn and turn about, so that a busy machine is busy for both.
  const mine = [];
  const theirs = [];
  for (let round = 0; round < 3; round++) {
    mine.push(await runs.ours(name));
    theirs.push(await runs.mmdc(name));
  }
  return {
    ours: middle(mine, "seconds"),
    mmdc: middle(theirs, "seconds"),
    oursCpu: middle(mine, "cpuSeconds"),
    mmdcCpu: middle(theirs, "cpuSeconds"),
  };
}

async function warm(name) {
  const text = await source(name);
  const options = { format: "png", scale: scales.get(name), timeoutMs: 60_000 };
  const times = [];
  for (let round = 0; round < warmUpRounds; round++) await renderDiagram(text, options);
  for (let round = 0; round < 9; round++) {
    const started = performance.now();
    await renderDiagram(text, options);
    times.push((performance.now() - started) / 1000);
  }
  return { warm: median(times) };
}

async function coldAndWarm() {
  const rows = {};
  for (const name of samples) rows[name] = await cold(name);
  // Only now: what V8 goes on optimising in this process would slow down the others.
  for (const name of samples) console.log(name, Object.assign(rows[name], await warm(name)));
  shutdown();
  return rows;
}

async function memory() {
  const rows = {};
  for (const name of samples) {
    const [mine, theirs] = [await runs.ours(name, { memory: true }), await runs.mmdc(name, { memory: true })];
    rows[name] = { ours: mine.megabytes, mmdc: theirs.megabytes };
    console.log(name, rows[name]);
  }
  return rows;
}

async function pictures() {
  const browser = await startBrowser();
  const page = await browser.browser.newPage();
  const rows = {};
  const pairs = [];
  for (const name of names) {
    const text = await source(name);
    const svg = (await browser.draw(text, "svg")).toString();
    const theirs = await browser.draw(text, "png");
    const drawn = await renderDiagram(text, { timeoutMs: 60_000 });
    const mine = await renderDiagram(text, { format: "png", timeoutMs: 60_000 });
    const [, , width, height] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(/\s+/).map(Number);
    const score = await similarity(page, theirs, mine.data);
    rows[name] = {
      kind: drawn.kind,
      mmdc: [width, height],
      ours: [drawn.width, drawn.height],
      similarity: score,
    };
    pairs.push({ name, browser: theirs, ours: mine.data, note: score.toFixed(3) });
    console.log(name, rows[name]);
  }
  await mkdir(docs, { recursive: true });
  await writeFile(path.join(docs, "diagram-contact-sheet.png"), await contactSheet(page, pairs));
  await browser.close();
  shutdown();
  return rows;
}

/** The same for the page with all measurements. */
function tellTime(time) {
  const kinds = samples.filter((name) => Number(name.slice(0, 2)) <= 13);
  const large = samples.filter((name) => name.includes("flow150"));
  const of = "x mmdc";
  measured({
    id: "diagram-time",
    title: "One diagram as PNG, beside mermaid-cli",
    columns: ["mmdc s", "cold s", "warm s", "cold", "warm"],
    rows: Object.entries(time).map(([name, run]) => ({
      name,
      "mmdc s": run.mmdc,
      "cold s": run.ours,
      "warm s": run.warm,
      cold: run.ours / run.mmdc,
      warm: run.warm / run.mmdc,
    })),
    plot: "cold",
    bars: [
      { column: "cold", rows: kinds, atMost: 0.25, of },
      { column: "cold", rows: large, atMost: 0.45, of },
      { column: "warm", rows: kinds, atMost: 0.05, of },
    ],
    note: "Cold is a new process for each picture. Memory and likeness are in [@framework/diagram against mermaid-cli](diagram-bench.md).",
  });
}

if (does("cold")) tellTime((results.time = await coldAndWarm()));
if (does("memory")) results.memory = await memory();
if (does("corpus")) results.corpus = await pictures();
await writeFile(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
await writeFile(path.join(docs, "diagram-bench.md"), report(results));
