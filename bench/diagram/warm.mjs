// Warm drawings by the processor time of what one waits for: the main thread of an open page of Chromium beside our drawing thread
// with the way to it. node warm.mjs [DIST] [NAME...]: DIST is the dist folder of another build, drawn turn and turn about.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as now from "../../packages/diagram/dist/index.js";
import { startReference } from "./reference.mjs";
import { commandOf, descendantsOf, firstAndBusiest, mainThreads } from "./thread-time.mjs";

const ROUNDS = { before: 4, measured: 7 };
const corpus = path.join(path.dirname(fileURLToPath(import.meta.url)), "corpus");
const [first, ...rest] = process.argv.slice(2);
const isBuild = first?.includes("/") ?? false;
const wanted = isBuild || first === undefined ? rest : [first, ...rest];
const before = isBuild ? await import(path.resolve(first, "index.js")) : null;

/** The mean of the quicker half: what disturbs only ever makes slower. */
function quick(values) {
  const half = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length / 2));
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

/** Draws with one build, and says how long its threads and ours have worked on it. */
async function startBuild({ renderDiagram }) {
  const there = new Set(descendantsOf(process.pid));
  await renderDiagram('pie\n "a": 1');
  const child = descendantsOf(process.pid).find((one) => !there.has(one));
  const own = mainThreads([String(process.pid)]);
  return async (source) => {
    const started = own();
    const theirs = await firstAndBusiest(child, () => renderDiagram(source, { timeoutMs: 120_000 }));
    return theirs + own() - started;
  };
}

const reference = await startReference();
const renderers = descendantsOf(process.pid).filter((one) => commandOf(one).includes("--type=renderer"));
const page = mainThreads(renderers);
const sides = {
  page: async (source) => {
    const started = page();
    await reference.time(source);
    return page() - started;
  },
  ...(before ? { before: await startBuild(before) } : {}),
  ours: await startBuild(now),
};

const columns = Object.keys(sides);
const ratios = columns.slice(1);
console.log(`| diagram | ${columns.map((one) => `${one} ms`).join(" | ")} | ${ratios.join(" | ")} |`);
console.log(`|${" --- |".repeat(1 + columns.length + ratios.length)}`);
const kinds = new Set();
for (const file of (await readdir(corpus)).toSorted()) {
  const name = file.replace(/\.mmd$/, "");
  const source = await readFile(path.join(corpus, file), "utf8");
  const kind = now.detectKind(source);
  if (kinds.has(kind)) continue;
  kinds.add(kind);
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const times = Object.fromEntries(columns.map((one) => [one, []]));
  for (let round = 0; round < ROUNDS.before + ROUNDS.measured; round += 1)
    for (const one of columns) {
      const milliseconds = await sides[one](source);
      if (round >= ROUNDS.before) times[one].push(milliseconds);
    }
  const cells = columns.map((one) => quick(times[one]).toFixed(1));
  const shares = ratios.map((one) => `${(quick(times[one]) / quick(times.page)).toFixed(2)}x`);
  console.log(`| ${[name, ...cells, ...shares].join(" | ")} |`);
}
await reference.close();
now.shutdown();
before?.shutdown();
