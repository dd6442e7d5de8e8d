// Compares with Chromium on diagrams that nobody here has written, by outcome, size, text and pixels:
// node collect.mjs GIT_DIRECTORY... and then node unseen.mjs [EVERY [FIRST]], where 10 takes every tenth, from the first (0) on or from another.
import { readFile } from "node:fs/promises";
import { renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";
import { similarity } from "./compare-pictures.mjs";
import { startReference } from "./reference.mjs";

const every = Number(process.argv[2] ?? 1);
const first = Number(process.argv[3] ?? 0);
const all = JSON.parse(await readFile(new URL("unseen.json", import.meta.url), "utf8"));
const sizeTolerance = 0.005;
/** Mean SSIM, as compare-pictures.mjs defines it, from which two pictures count as alike. */
const alike = 0.95;

/** How often each letter is shown; what only assistive software reads and the second choice of a switch are not. */
function letters(svg) {
  const shown = svg
    .replace(/<(style|title|desc)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<switch>([\s\S]*?)<\/switch>/g, (_, inside) => inside.replace(/<\/foreignObject>[\s\S]*/, ""))
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|quot|amp|nbsp|#39);/g, "");
  const counts = new Map();
  for (const letter of shown.match(/[\p{L}\p{N}]/gu) ?? []) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

const reference = await startReference();
const totals = { compared: 0, outcome: 0, drawn: 0, size: 0, text: 0, pixels: 0 };
for (const { id, origin, source } of all.filter((_, index) => index % every === first)) {
  const theirs = await reference.draw(source).catch((error) => ({ error: error.message, isLost: true }));
  if (theirs.isLost) {
    console.log(`lost    ${id} ${origin}: ${theirs.error}`);
    continue;
  }
  const options = { timeoutMs: 60_000 };
  const ours = await renderDiagram(source, options).catch((error) => ({ error: error.message }));
  totals.compared += 1;
  if (Boolean(theirs.error) === Boolean(ours.error)) totals.outcome += 1;
  else
    console.log(
      `outcome ${id} ${origin}: Chromium ${theirs.error ?? "drew it"}; ours ${ours.error ?? "drew it"}`.slice(
        0,
        300,
      ),
    );
  if (theirs.error || ours.error) continue;
  totals.drawn += 1;
  const off = Math.max(Math.abs(ours.width / theirs.width - 1), Math.abs(ours.height / theirs.height - 1));
  if (off <= sizeTolerance) totals.size += 1;
  else console.log(`size    ${id} ${origin}: off by ${(100 * off).toFixed(1)} %`);
  const mine = letters(ours.data);
  const lost = [...letters(theirs.svg)].reduce(
    (sum, [letter, count]) => sum + Math.max(0, count - (mine.get(letter) ?? 0)),
    0,
  );
  if (lost === 0) totals.text += 1;
  else console.log(`text    ${id} ${origin}: ${lost} letters fewer`);
  const picture = await renderDiagram(source, { ...options, format: "png" });
  const page = await reference.newPage();
  const score = await similarity(page, theirs.png, picture.data).catch(() => 0);
  await page.close();
  if (score >= alike) totals.pixels += 1;
  else console.log(`pixels  ${id} ${origin}: ${score.toFixed(3)}`);
}
await reference.close();
shutdown();
const share = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;
console.log(`same outcome: ${share(totals.outcome, totals.compared)}`);
console.log(`size within 0.5 %: ${share(totals.size, totals.drawn)}`);
console.log(`no letter lost: ${share(totals.text, totals.drawn)}`);
console.log(`alike in pixels (SSIM at least ${alike}): ${share(totals.pixels, totals.drawn)}`);
