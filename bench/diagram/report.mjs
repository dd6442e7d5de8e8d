// Turns results.json into docs/diagram-bench.md.
const ratio = (ours, theirs) => `${(ours / theirs).toFixed(2)}x`;
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
const offBy = ({ mmdc, ours }) => Math.max(...mmdc.map((size, side) => Math.abs(ours[side] / size - 1)));

function timeSection(time) {
  const rows = Object.entries(time).map(([name, { ours, mmdc, oursCpu, mmdcCpu }]) => [
    name,
    mmdc.toFixed(2),
    ours.toFixed(2),
    ratio(ours, mmdc),
    mmdcCpu.toFixed(2),
    oursCpu.toFixed(2),
    ratio(oursCpu, mmdcCpu),
  ]);
  return `## Time

A new process per diagram (median of three, turn and turn about; compiled code was kept from a first run). PNG at scale 2; a diagram
wider than mmdc's page of 784 pixels is shrunk to it on both sides. Processor time is what \`perf stat\` counts for all processes.

${table(["diagram", "mmdc s", "ours s", "cold", "mmdc CPU s", "ours CPU s", "CPU"], rows)}
`;
}

function warmSection(warm) {
  const rows = Object.entries(warm).map(([name, { page, ours }]) => [
    name,
    page.toFixed(0),
    ours.toFixed(0),
    ratio(ours, page),
  ]);
  return `## Warm

Milliseconds for an SVG: \`mermaid.render\` in an open page of Chromium, and \`renderDiagram\` in a process that has drawn before
(median of seven after four, turn and turn about).

${table(["diagram", "page ms", "ours ms", "ratio"], rows)}
`;
}

function memorySection(memory) {
  const rows = Object.entries(memory).map(([name, { ours, mmdc }]) => [
    name,
    mmdc.toFixed(0),
    ours.toFixed(0),
    ratio(ours, mmdc),
  ]);
  return `## Memory

Peak of the proportional set size of the process and all its children, in megabytes.

${table(["diagram", "mmdc", "ours", "ratio"], rows)}
`;
}

function corpusSection(corpus) {
  const entries = Object.entries(corpus);
  const within = (limit) => entries.filter(([, row]) => offBy(row) <= limit).length;
  const rows = entries.map(([name, row]) => [
    name,
    row.kind,
    row.mmdc.map((size) => size.toFixed(1)).join(" x "),
    row.ours.map((size) => size.toFixed(1)).join(" x "),
    `${(offBy(row) * 100).toFixed(2)} %`,
    row.similarity.toFixed(3),
  ]);
  return `## Pictures

${within(0.005)} of ${entries.length} diagrams are drawn within 0.5 % of Chromium's size, ${within(0.03)} within 3 %. Similarity is the mean SSIM of both pictures,
trimmed to what is drawn, scaled to at most 600 pixels and blurred by 1.5. The contact sheet shows both:

![contact sheet](diagram-contact-sheet.png)

${table(["diagram", "kind", "Chromium", "ours", "off by", "similarity"], rows)}
`;
}

function unseenSection({ compared, outcome, drawn, size, pixels }) {
  const share = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;
  return `## Diagrams that nobody here has written

By \`node bench/diagram/unseen.mjs 8 0\` and \`8 1\`, a quarter of 1,960 from public repositories, with Mermaid's own specifications and docs among them:
the same outcome (drawn or refused by both) in ${share(outcome, compared)}; of those drawn, the size is within 0.5 % in
${share(size, drawn)}, and the pictures are alike (SSIM at least 0.95) in ${share(pixels, drawn)}.
`;
}

const STEPS = `## Where the time went

What changed it, in seconds of processor time for one PNG in a new process. Each step was measured turn and turn about with the one
before it; figures of different steps are of different hours, when the processors were busy with more or less else.

| step | 08-pie | 15-flow150 | 400 nodes | 1,000 nodes |
| --- | --- | --- | --- | --- |
| V8 told to optimise later: half of the time was spent compiling code for a process that ends after one picture | | 3.30 to 2.48 | 6.32 to 5.12 | |
| ELK without checks of types; its hash maps without an array for each entry and each miss; the hash of a property kept; the order of a layer known in bits in place of two sets for each node | | 2.59 to 2.26 | 5.22 to 4.49 | 17.95 to 12.98 |
| that flag set when Node has started, and not while code is loaded: Node's own compiled modules were refused under it, and compiled again in the process and in its thread | 0.51 to 0.44 | | | |

ELK alone, without the drawing (the least of several runs): 1.76 to 1.44 for 400 nodes, 7.06 to 4.59 for 1,000. Of what is left for
1,000 nodes ELK is 37 %, in code that V8 has hardly begun to optimise, collecting garbage 14 %, styles, boxes and flattening 16 %,
optimising 12 %, lines that jump over each other 4 %, resvg and PNG 3 %. Of a small diagram a third is two starts of Node. What brought
nothing that could be measured: a larger young generation, no incremental marking, no parallel scavenging, Sparkplug from the start,
earlier or later optimisation for large graphs, less inlining.
`;

export function report({ time, warm, memory, unseen, corpus }) {
  return `# @framework/diagram against mermaid-cli

Made by \`node bench/diagram/run.mjs\`; see there. Both sides draw with the same fonts: Chromium is given a font configuration in which
every family of Mermaid's themes is the bundled Arimo. Times depend on how busy the machine is: on busy
cores a browser of many processes gets the larger share, so run it on a quiet one. The seconds under "Time" are of two processors that were
busy with ten times as much other work, so compare the processor time there; those under "Warm" are of a quiet machine.

${[time && timeSection(time), warm && warmSection(warm), memory && memorySection(memory), time && STEPS, unseen && unseenSection(unseen), corpus && corpusSection(corpus)].filter(Boolean).join("\n")}`;
}
