// Measures the repair of sources that are nearly right: node repair.mjs [--list]. Each mistake that models make is made in each
// right diagram of broken/right.mjs, and those of broken/single.mjs and broken/unforeseen.mjs stand beside what was meant. Repaired is what is drawn with every word and every line of the right one; anything else that
// is drawn counts as wrongly changed.
import { renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";
import { mistakes } from "./broken/mistakes.mjs";
import { right } from "./broken/right.mjs";
import { single } from "./broken/single.mjs";
import { unforeseen } from "./broken/unforeseen.mjs";

const list = process.argv.includes("--list");
const options = { timeoutMs: 60_000 };
const draw = (source, more) =>
  renderDiagram(source, { ...options, ...more }).catch((error) => ({ error: error.message.split("\n")[0] }));

/** What a drawing says: its words in order of the alphabet, and how many lines and shapes it has. */
function facts(svg) {
  const words = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].flatMap(
    ([, text]) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  return {
    words: words.toSorted((a, b) => a.localeCompare(b)).join(" "),
    lines: [...svg.matchAll(/marker-end/g)].length,
  };
}

const totals = { broken: 0, repaired: 0, refused: 0, wrong: 0, accepted: 0 };
const rows = [];

/** Draws what is broken, and counts what became of it beside what was meant. */
async function count(row, broken, meant, isSame) {
  // What Mermaid takes as it is needs no repair, whatever it makes of it.
  if (!(await draw(broken)).error) {
    row.accepted += 1;
    return;
  }
  row.broken += 1;
  const mended = await draw(broken, { repair: true });
  if (mended.error) {
    row.refused += 1;
    if (list) console.log(`refused: ${row.mistake}\n${broken}\n  ${mended.error}\n`);
    return;
  }
  const [wanted, got] = [facts((await draw(meant)).data), facts(mended.data)];
  if (isSame(wanted, got)) {
    row.repaired += 1;
    return;
  }
  row.wrong += 1;
  if (list)
    console.log(
      `wrong: ${row.mistake}: ${mended.repairs.join("; ")}\n${broken}\n  wanted ${wanted.lines} ${wanted.words}\n  got    ${got.lines} ${got.words}\n`,
    );
}

const newRow = (mistake) => ({ mistake, broken: 0, repaired: 0, refused: 0, wrong: 0, accepted: 0 });
const sameAll = (wanted, got) => got.words === wanted.words && got.lines === wanted.lines;
for (const [what, kinds, change] of mistakes) {
  const row = newRow(what);
  for (const source of kinds.flatMap((kind) => right[kind])) {
    const broken = change(source);
    if (broken === source) continue;
    const extra = /\(group\)/.test(broken) || /end as a node|without a text/.test(what);
    await count(row, broken, source, extra ? (wanted, got) => got.lines === wanted.lines : sameAll);
  }
  rows.push(row);
}
for (const [title, cases] of [
  ["mistakes that come once", single],
  ["mistakes that nobody had thought of", unforeseen],
]) {
  const row = newRow(title);
  for (const [what, broken, meant] of cases) {
    row.mistake = what;
    await count(row, broken, meant, sameAll);
  }
  rows.push({ ...row, mistake: title });
}
for (const row of rows) for (const key of Object.keys(totals)) totals[key] += row[key];
shutdown();
console.table(rows);
console.log(
  `${totals.broken} broken diagrams (and ${totals.accepted} that Mermaid takes as they are): ${totals.repaired} repaired (${((100 * totals.repaired) / totals.broken).toFixed(1)} %), ${totals.refused} refused, ${totals.wrong} wrongly changed`,
);
if (totals.wrong > 0) process.exitCode = 1;
