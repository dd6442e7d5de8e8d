// Measures @framework/diagram against mermaid-cli (mmdc) in Chromium: node run.mjs [cold] [warm] [young] [memory] [corpus]
// Without arguments everything is measured; names of samples leave out the other ones. Writes results.json here, and the contact sheet and the report into docs/.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { detectKind, renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";
import { browserEnvironment, executablePath, startBrowser, temporaryFolder } from "./browser.mjs";
import { contactSheet, similarity } from "./compare-pictures.mjs";
import { LARGE } from "./large.mjs";
import { measure } from "./process-tree.mjs";
import { startReference } from "./reference.mjs";
import { report as measured } from "../lib/report.mjs";
import { report } from "./report.mjs";
import { measureYoung } from "./young.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const docs = path.join(here, "..", "..", "docs");
const wanted = process.argv.slice(2);
const does = (part) => wanted.length === 0 || wanted.includes(part);
const corpus = path.join(here, "corpus");
const names = (await readdir(corpus)).map((file) => file.replace(/\.mmd$/, ""));
// The ones that time and memory are measured on.
const allSamples = [...names.filter((name) => Number(name.slice(0, 2)) <= 15), ...Object.keys(LARGE)];
const namedSamples = allSamples.filter((name) => wanted.includes(name));
const samples = namedSamples.length > 0 ? namedSamples : allSamples;
/** Those that Mermaid lays out with ELK. */
const withElk = /flow|class|state|er$/;
const isLarge = (name) => /flow\d{3}/.test(name);
const fileOf = (name) => path.join(name in LARGE ? folder : corpus, `${name}.mmd`);
const source = (name) => readFile(fileOf(name), "utf8");
const resultsFile = path.join(here, "results.json");
const results = JSON.parse(await readFile(resultsFile, "utf8").catch(() => "{}"));

const folder = await temporaryFolder();
const output = path.join(folder, "out.png");
const browserConfig = path.join(folder, "puppeteer.json");
const mermaidConfig = path.join(folder, "mermaid.json");
await writeFile(mermaidConfig, JSON.stringify({ maxEdges: 10_000, maxTextSize: 1_000_000 }));
for (const [name, make] of Object.entries(LARGE)) await writeFile(path.join(folder, `${name}.mmd`), make());
await writeFile(browserConfig, JSON.stringify({ executablePath, args: ["--no-sandbox"] }));
const env = await browserEnvironment();
const mmdc = path.join(here, "node_modules", ".bin", "mmdc");
const pageWidth = 784;
const warmBlocks = { count: 4, drawings: 15 };
const limits = { characters: 1_000_000, edges: 10_000, elements: 1_000_000 };

/** mmdc shrinks a wide diagram to its page: both sides make a picture of the same pixels. */
const scales = new Map();
for (const name of samples) {
  const { width } = await renderDiagram(await source(name), { timeoutMs: 120_000, limits });
  scales.set(name, 2 * Math.min(1, pageWidth / width));
}
shutdown();

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const runs = {
  mmdc: (name, options) =>
    measure(
      mmdc,
      ["-q", "-s", "2", "-p", browserConfig, "-c", mermaidConfig, "-i", fileOf(name), "-o", output],
      { ...options, env },
    ),
  ours: (name, options) => {
    const scale = String(scales.get(name));
    return measure(process.execPath, [path.join(here, "draw.mjs"), fileOf(name), output, scale], options);
  },
};

const middle = (list, key) => median(list.map((run) => run[key]));

async function cold(name) {
  // Turn and turn about, so that a busy machine is busy for both; the first picture keeps compiled code, and the second has
  // an image made, meanwhile or while mmdc draws for the first time.
  await runs.ours(name);
  await runs.ours(name);
  await runs.mmdc(name);
  const mine = [];
  const theirs = [];
  for (let round = 0; round < 3; round++) {
    theirs.push(await runs.mmdc(name));
    mine.push(await runs.ours(name));
  }
  const row = {
    ours: middle(mine, "seconds"),
    mmdc: middle(theirs, "seconds"),
    oursCpu: middle(mine, "cpuSeconds"),
    mmdcCpu: middle(theirs, "cpuSeconds"),
  };
  console.log(name, row);
  return row;
}

async function firstOfEachKind() {
  const firsts = new Map();
  for (const name of names) {
    const kind = detectKind(await source(name));
    if (!firsts.has(kind)) firsts.set(kind, name);
  }
  return [...firsts.values()];
}

/** How long each drawing of one block took. */
async function block(draw) {
  const times = [];
  for (let drawing = 0; drawing < warmBlocks.drawings; drawing++) times.push(await draw());
  return times;
}

/**
 * SVG by both, in a page that is open and in a process that has drawn before. Turn and turn about in blocks, the first of
 * which is not counted: a drawing now and then finds the caches of the processor cold, and only ours is timed with its way.
 */
async function warm() {
  const reference = await startReference();
  const rows = {};
  for (const name of await firstOfEachKind()) {
    const text = await source(name);
    const drawOurs = async () => {
      const started = performance.now();
      await renderDiagram(text, { timeoutMs: 60_000 });
      return performance.now() - started;
    };
    const [page, ours] = [[], []];
    for (let round = 0; round < warmBlocks.count; round++) {
      page.push(await block(() => reference.time(text)));
      ours.push(await block(drawOurs));
    }
    rows[name] = { page: median(page.slice(1).flat()), ours: median(ours.slice(1).flat()) };
    console.log(name, rows[name]);
  }
  await reference.close();
  shutdown();
  return rows;
}

async function memory() {
  const rows = {};
  for (const name of ["01-flow-td", "03-sequence", "08-pie", "15-flow150", ...Object.keys(LARGE)]) {
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
  const of = "x mmdc";
  const named = (isWanted) => Object.keys(time).filter(isWanted);
  measured({
    id: "diagram-time",
    title: "One diagram as PNG, beside mermaid-cli",
    columns: ["mmdc s", "ours s", "cold", "mmdc CPU s", "ours CPU s", "CPU"],
    rows: Object.entries(time).map(([name, run]) => ({
      name,
      "mmdc s": run.mmdc,
      "ours s": run.ours,
      cold: run.ours / run.mmdc,
      "mmdc CPU s": run.mmdcCpu,
      "ours CPU s": run.oursCpu,
      CPU: run.oursCpu / run.mmdcCpu,
    })),
    plot: "CPU",
    bars: [
      { column: "CPU", rows: named((name) => !withElk.test(name)), atMost: 0.15, of },
      { column: "CPU", rows: named((name) => withElk.test(name) && !isLarge(name)), atMost: 0.25, of },
      { column: "CPU", rows: named(isLarge), atMost: 0.3, of },
    ],
    note: "Each picture in a new process. Warm times, memory and likeness are in [@framework/diagram against mermaid-cli](diagram-bench.md).",
  });
}

async function allCold() {
  const rows = {};
  for (const name of samples) rows[name] = await cold(name);
  return rows;
}

// Those that were left out keep what was measured before.
if (does("cold")) tellTime((results.time = { ...results.time, ...(await allCold()) }));
if (does("warm")) results.warm = await warm();
if (does("young")) {
  const firsts = await firstOfEachKind();
  results.young = await measureYoung(await Promise.all(firsts.map(source)));
}
if (does("memory")) results.memory = await memory();
if (does("corpus")) results.corpus = await pictures();
await writeFile(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
await writeFile(path.join(docs, "diagram-bench.md"), report(results));
