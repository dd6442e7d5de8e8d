// Drawings 4 to 13 of a new process of ours beside those of a new page, where neither engine has optimised much: every kind in three sizes.
import { detectKind, renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";
import { startReference } from "./reference.mjs";
import { ofEveryKind } from "./sizes.mjs";

const SIZES = [20, 60];
const DRAWINGS = { before: 3, measured: 10 };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function timesOf(draw) {
  const times = [];
  for (let drawing = 0; drawing < DRAWINGS.before + DRAWINGS.measured; drawing += 1) times.push(await draw());
  return median(times.slice(DRAWINGS.before));
}

async function drawOurs(source) {
  const started = performance.now();
  await renderDiagram(source, { timeoutMs: 60_000 });
  return performance.now() - started;
}

/** As on a machine where the kind was drawn before: the second process has an image made, after its first answer. */
async function leaveImages(sources) {
  for (const drawings of [1, 2])
    for (const source of sources) {
      for (let drawing = 0; drawing < drawings; drawing += 1) await drawOurs(source);
      shutdown();
    }
}

/** By kind, the times of the small diagram that is given for it and of larger ones. */
export async function measureYoung(smallOnes) {
  const kinds = new Map(smallOnes.map((source) => [detectKind(source), [source]]));
  for (const size of SIZES)
    for (const [, source] of ofEveryKind(size)) kinds.get(detectKind(source))?.push(source);
  await leaveImages(smallOnes);
  const reference = await startReference();
  const rows = {};
  for (const [kind, sources] of kinds) {
    rows[kind] = [];
    for (const source of sources) {
      await reference.renewPage();
      const page = await timesOf(() => reference.time(source));
      rows[kind].push({ page, ours: await timesOf(() => drawOurs(source)) });
      shutdown();
    }
    console.log(kind, ...rows[kind].map(({ page, ours }) => (ours / page).toFixed(2)));
  }
  await reference.close();
  return rows;
}
