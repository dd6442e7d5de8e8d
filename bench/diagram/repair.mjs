// Measures the repair of sources that are nearly right: node repair.mjs [--list]. Each mistake that models make is made in each
// right diagram of broken/right.mjs. Repaired is what is drawn with every word and every line of the right one; anything else that
// is drawn counts as wrongly changed.
import { renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";
import { mistakes } from "./broken/mistakes.mjs";
import { right } from "./broken/right.mjs";

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
for (const [what, kinds, change] of mistakes) {
  const row = { mistake: what, broken: 0, repaired: 0, refused: 0, wrong: 0, accepted: 0 };
  for (const kind of kinds) {
    for (const source of right[kind]) {
      const broken = change(source);
      if (broken === source) continue;
      const strict = await draw(broken);
      // What Mermaid takes as it is needs no repair, whatever it makes of it.
      if (!strict.error) {
        row.accepted += 1;
        continue;
      }
      row.broken += 1;
      const mended = await draw(broken, { repair: true });
      if (mended.error) {
        row.refused += 1;
        if (list) console.log(`refused: ${String(what)}\n${broken}\n  ${mended.error}\n`);
        continue;
      }
      const [wanted, got] = [facts((await draw(source)).data), facts(mended.data)];
      const extra = /\(group\)/.test(broken) || /end as a node|without a text/.test(what);
      const same = extra
        ? got.lines === wanted.lines
        : got.words === wanted.words && got.lines === wanted.lines;
      if (same) row.repaired += 1;
      else {
        row.wrong += 1;
        if (list)
          console.log(
            `wrong: ${String(what)}: ${mended.repairs.join("; ")}\n${broken}\n  wanted ${wanted.lines} ${wanted.words}\n  got    ${got.lines} ${got.words}\n`,
          );
      }
    }
  }
  for (const key of Object.keys(totals)) totals[key] += row[key];
  rows.push(row);
}
shutdown();
console.table(rows);
console.log(
  `${totals.broken} broken diagrams (and ${totals.accepted} that Mermaid takes as they are): ${totals.repaired} repaired (${((100 * totals.repaired) / totals.broken).toFixed(1)} %), ${totals.refused} refused, ${totals.wrong} wrongly changed`,
);
if (totals.wrong > 0) process.exitCode = 1;
