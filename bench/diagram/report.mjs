// Turns results.json and steps.md into docs/diagram-bench.md.
import { readFile } from "node:fs/promises";

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

A new process per diagram (median of three, turn and turn about; compiled code and an image were kept from earlier ones). PNG at scale 2; a diagram
wider than mmdc's page of 784 pixels is shrunk to it on both sides. Processor time is what \`perf stat\` counts for all processes.

${table(["diagram", "mmdc s", "ours s", "cold", "mmdc CPU s", "ours CPU s", "CPU"], rows)}
`;
}

function warmSection(warm) {
  const rows = Object.entries(warm).map(([name, { page, ours }]) => [
    name,
    page.toFixed(1),
    ours.toFixed(1),
    ratio(ours, page),
  ]);
  return `## Warm

Milliseconds for an SVG: \`mermaid.render\` in an open page of Chromium, and \`renderDiagram\` in a process that has drawn before
(the median of 45). Turn and turn about in blocks of fifteen, of which the first is not counted: one drawing in a hundred milliseconds
finds the caches of the processor cold on either side, and only ours is timed with the way to the process and its thread.

${table(["diagram", "page ms", "ours ms", "ratio"], rows)}
`;
}

function youngSection(young) {
  const cells = ({ page, ours }) => [page.toFixed(1), ours.toFixed(1), ratio(ours, page)];
  const rows = Object.entries(young).map(([kind, sizes]) => [kind, ...sizes.flatMap(cells)]);
  const columns = ["small", "20", "60"].flatMap((size) => [`${size}: page ms`, "ours ms", "ratio"]);
  return `## Soon after the start

The same for the 4th to the 13th drawing (the median) of a new process and of a new page, where neither engine has optimised much yet: the
diagram above, and ones of about 20 and 60 parts (\`sizes.mjs\`).

${table(["kind", ...columns], rows)}
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

function unseenSection({ known, fresh, latest, others }) {
  const share = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;
  const figures = ({ compared, outcome, drawn, size, pixels }) =>
    `the same outcome (drawn or refused by both) in ${share(outcome, compared)}; of those drawn, the size is within 0.5 % in
${share(size, drawn)}, and the pictures are alike (SSIM at least 0.95) in ${share(pixels, drawn)}.`;
  return `## Diagrams that nobody here has written

As \`node bench/diagram/unseen.mjs 10 0\` to \`10 9\` measures it, slice by slice; those that differed were drawn again after the mends. All from the public repositories that \`collect.mjs\` names first and twenty more, with
Mermaid's own specifications and docs among them: ${figures(known)}

From thirteen further repositories, on which nothing had been tried before: ${figures(fresh)}

Later, from sixteen others again: ${figures(latest)}

From documents and tests of seventeen repositories again, most of them other programs that read Mermaid, whose tests go to its edges: ${figures(others)}

Where Mermaid writes text as SVG (sequence diagrams, git graphs and others), nearly all are as large as in Chromium to the pixel: boxes take in
the ink at both ends of a line.

What is left: formulas, which are set by the rules of mathematics where Chromium without a font for them is not (space around the names of
functions, large brackets, double-struck and bold letters); icons of Font Awesome that Chromium lacks; pictures from the network, which are not
fetched; mindmaps with a cloud, where the last digit of a box makes another layout (two of fifteen); a family that only one side has, such as Courier; a closing bracket of full width that Chromium lets stand half outside at the end of a line; a pixel or
two of hand-drawn blocks and of turned text.
`;
}

/** What changed the times, written by hand. */
const STEPS = await readFile(new URL("steps.md", import.meta.url), "utf8");

export function report({ time, warm, young, memory, unseen, corpus }) {
  return `# @framework/diagram against mermaid-cli

Made by \`node bench/diagram/run.mjs\`; see there. Both sides draw with the same fonts: Chromium is given a font configuration in which
every family of Mermaid's themes is the bundled Arimo. Times depend on how busy the machine is: on busy
cores a browser of many processes gets the larger share, so run it on a quiet one. The seconds here are of a
machine that did nothing else, but whose speed is uneven: from run to run a ratio moves by up to a half.

${[time && timeSection(time), warm && warmSection(warm), young && youngSection(young), memory && memorySection(memory), STEPS, unseen && unseenSection(unseen), corpus && corpusSection(corpus)].filter(Boolean).join("\n")}`;
}
