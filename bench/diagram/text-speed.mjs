// How long a drawing as text takes beside the SVG of the same diagram, warm, the quickest of some rounds in one run:
// node text-speed.mjs [ROUNDS]
// Ends with 1 where a bound is not held: 1.3 times up to 60 nodes, twice above. Prints the memory of the process, too.
import { readdirSync, readFileSync } from "node:fs";
import { renderDiagram, shutdown } from "../../packages/diagram/dist/index.js";

const rounds = Number(process.argv[2] ?? 5);
const corpus = new URL("corpus/", import.meta.url);
/** What is below this is lost in the noise of messages between threads, in milliseconds. */
const grain = 5;

/** A flowchart as people draw them: mostly forward, a third with a label, some edges back. */
function flowchart(nodes) {
  const lines = ["flowchart TD"];
  for (let index = 1; index < nodes; index += 1) {
    const from = Math.max(0, index - 1 - ((index * 7) % 4));
    lines.push(
      `n${from}[Step ${from}] -->${index % 3 === 0 ? `|case ${index}|` : ""} n${index}[Step ${index}]`,
    );
    if (index % 9 === 0) lines.push(`n${index} -.-> n${Math.floor(index / 2)}`);
  }
  return lines.join("\n");
}

/** Edges between nodes at random, all with labels: hardly anything can be laid out well. */
function tangle(nodes, edges) {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % nodes;
  };
  return `flowchart LR\n${Array.from({ length: edges }, () => `n${random()} -->|go| n${random()}`).join("\n")}`;
}

const subjects = [
  ["tangle, 20 nodes", tangle(20, 40), 1.3],
  ["tangle, 60 nodes", tangle(60, 100), 1.3],
  ...[10, 30, 60, 150, 400].map((nodes) => [
    `flowchart, ${nodes} nodes`,
    flowchart(nodes),
    nodes <= 60 ? 1.3 : 2,
  ]),
  ...readdirSync(corpus)
    .toSorted()
    .map((file) => [file, readFileSync(new URL(file, corpus), "utf8"), /150/.test(file) ? 2 : 1.3]),
];

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

async function timed(source, options) {
  const start = performance.now();
  await renderDiagram(source, { timeoutMs: 60_000, ...options });
  return performance.now() - start;
}

const widths = [60, 100, 140];
const ratios = [];
for (const [name, source, bound] of subjects) {
  const svg = [];
  const text = new Map(widths.map((columns) => [columns, []]));
  await timed(source, {});
  await timed(source, { format: "text" });
  // In turn, so that whatever else the machine does is spread over all.
  for (let round = 0; round < rounds; round += 1) {
    svg.push(await timed(source, {}));
    for (const columns of widths) text.get(columns).push(await timed(source, { format: "text", columns }));
  }
  const base = Math.min(...svg);
  const worst = Math.max(...[...text.values()].map((times) => Math.min(...times)));
  const ratio = worst / Math.max(base, grain);
  ratios.push(ratio);
  if (ratio > bound) process.exitCode = 1;
  const times = widths
    .map((columns) => `${columns}: ${Math.min(...text.get(columns)).toFixed(0)} ms`)
    .join(", ");
  console.log(
    `${name.padEnd(26)} SVG ${base.toFixed(0)} ms, text in ${times}; at most ${ratio.toFixed(2)} times${ratio > bound ? `, more than ${bound}` : ""}`,
  );
}
shutdown();
console.log(`median ${median(ratios).toFixed(2)} times, at most ${Math.max(...ratios).toFixed(2)} times`);
console.log(`memory of the process at its highest: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
