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

function unseenSection({ known, fresh }) {
  const share = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;
  const figures = ({ compared, outcome, drawn, size, pixels }) =>
    `the same outcome (drawn or refused by both) in ${share(outcome, compared)}; of those drawn, the size is within 0.5 % in
${share(size, drawn)}, and the pictures are alike (SSIM at least 0.95) in ${share(pixels, drawn)}.`;
  return `## Diagrams that nobody here has written

By \`node bench/diagram/unseen.mjs 10 0\` to \`10 9\`, all from the public repositories that \`collect.mjs\` names first and twenty more, with
Mermaid's own specifications and docs among them: ${figures(known)}

From thirteen further repositories, on which nothing had been tried before: ${figures(fresh)}

What is left: formulas, which stand a bit otherwise (space around the names of functions, large brackets, double-struck letters); icons of
Font Awesome that Chromium lacks; pictures from the network, which are not fetched; one mindmap whose layout falls out otherwise; a pixel or
two of hand-drawn blocks, of underscores and of turned text.
`;
}

const STEPS = `## Where the time went

What changed it, in seconds of processor time for one PNG in a new process. Each step was measured turn and turn about with the one
before it (of the second and third the least of three or four runs is given, of the two before the last the mean of the quicker half of up to seven); figures of different steps are of different hours, when the processors were busy with more or less else.

| step | 08-pie | 15-flow150 | 400 nodes | 1,000 nodes |
| --- | --- | --- | --- | --- |
| V8 told to optimise later: half of the time was spent compiling code for a process that ends after one picture | | 3.30 to 2.48 | 6.32 to 5.12 | |
| ELK without checks of types; its hash maps without an array for each entry and each miss; the hash of a property kept; the order of a layer known in bits in place of two sets for each node | | 2.59 to 2.26 | 5.22 to 4.49 | 17.95 to 12.98 |
| that flag set when Node has started, and not while code is loaded: Node's own compiled modules were refused under it, and compiled again in the process and in its thread | 0.48 to 0.44 | | | |
| styles of flowcharts kept from one question to the next: rules for swimlanes, which look at siblings, stand in the sheet of every flowchart and forbade it (at 150 nodes rules were matched 10,420 times, now 71 times); edges that cross found by a sweep (1,000 nodes: 430 ms became 50); paths of rough.js read once in place of three times, and not cut word by word |  | 2.76 to 2.23 | 5.65 to 4.71 |  |
| that, and labels laid out once in place of three times; the boxes of round shapes taken from their numbers and not from their text |  | 2.61 to 2.06 | 5.15 to 3.93 | 13.21 to 12.16 |
| short-lived garbage collected by one thread in place of several (the drawing alone, the mean of four) | | | | 5.97 to 5.53 |

ELK alone, without the drawing (the least of several runs): 1.76 to 1.44 for 400 nodes, 7.06 to 4.59 for 1,000. Edges that lie apart are
no longer held against each other where lines jump: 9 % of a profile of 1,000 nodes became 4 %; their parts were left out after that. In that
profile ELK is 37 %, three fifths of it in code that V8 has not optimised yet, collecting garbage 14 %, styles, boxes and flattening
16 %, optimising 12 %, resvg and PNG 3 %. Of a small diagram a third is two starts of Node. What brought
nothing that could be measured: a larger young generation, no incremental marking, Sparkplug from the start,
earlier or later optimisation for large graphs, less inlining. The two rows before the last have some of the steps for warm drawings in them. What is
left to do: resvg reads the file of the font again for every letter, 3,028 times at 150 nodes, which is some 2 % of the time.
`;

const WARM_STEPS = `## Where the time of warm drawings went

By \`node bench/diagram/warm.mjs DIST\`, with DIST a build of before: milliseconds of processor time of the threads that one waits for,
the page's main thread beside our drawing thread with the way to it, turn and turn about on a busy machine.

| diagram | page ms | before ms | ours ms | before | ours |
| --- | --- | --- | --- | --- | --- |
| 01-flow-td | 157.2 | 106.4 | 78.8 | 0.68x | 0.50x |
| 03-sequence | 77.0 | 28.6 | 18.1 | 0.37x | 0.24x |
| 04-class | 182.3 | 95.7 | 59.3 | 0.52x | 0.33x |
| 05-state | 228.1 | 119.5 | 80.9 | 0.52x | 0.35x |
| 06-er | 140.9 | 96.0 | 76.2 | 0.68x | 0.54x |
| 07-gantt | 21.4 | 15.9 | 10.4 | 0.75x | 0.48x |
| 08-pie | 12.5 | 8.9 | 5.2 | 0.71x | 0.41x |
| 09-git | 45.3 | 14.7 | 10.0 | 0.33x | 0.22x |
| 10-mindmap | 126.5 | 55.5 | 40.9 | 0.44x | 0.32x |
| 11-timeline | 42.6 | 23.9 | 13.6 | 0.56x | 0.32x |
| 12-quadrant | 25.7 | 11.4 | 7.5 | 0.44x | 0.29x |
| 13-sankey | 46.4 | 14.7 | 8.8 | 0.32x | 0.19x |
| 41-journey | 28.0 | 14.7 | 8.6 | 0.52x | 0.31x |
| 42-requirement | 86.8 | 49.5 | 27.6 | 0.57x | 0.32x |
| 43-c4 | 37.9 | 16.0 | 11.0 | 0.42x | 0.29x |
| 44-xychart | 24.2 | 11.5 | 7.7 | 0.48x | 0.32x |
| 45-block | 70.3 | 20.5 | 12.7 | 0.29x | 0.18x |
| 46-packet | 9.3 | 6.6 | 3.6 | 0.71x | 0.39x |
| 47-architecture | 48.8 | 43.6 | 35.1 | 0.89x | 0.72x |
| 48-kanban | 62.4 | 23.0 | 13.7 | 0.37x | 0.22x |
| 49-radar | 17.5 | 11.3 | 7.0 | 0.64x | 0.40x |
| 50-treemap | 14.5 | 11.9 | 7.2 | 0.82x | 0.50x |
| 54-treeview | 10.6 | 7.2 | 3.5 | 0.68x | 0.33x |
| 55-venn | 12.2 | 10.6 | 5.7 | 0.87x | 0.47x |
| 56-ishikawa | 17.4 | 8.5 | 4.9 | 0.49x | 0.29x |

What the steps brought, as the part of the drawing thread's first time that was left (the mean of all kinds, within some 5 %; with the
way to the thread, as in the table above, 0.63 is left after all of them):

| step | left |
| --- | --- |
| Mermaid's configuration was worked out four times for each drawing and copied six times; now when it is read, once for a kind that has no settings of its own. Plain paragraphs skip DOMPurify, which comes to the same. ELK is kept, and asked without timers | 0.70 |
| the style sheet of a kind, the same for all its pictures but for their name, is compiled by stylis and read by us once | 0.64 |
| rules are matched once for each place in the tree that they can tell apart; a style outlives a change above it that it does not inherit (a graph computed each style five times); boxes of paths and transforms are kept with it | 0.62 |
| colours, glyphs and kerning pairs are looked up once; no generators where the tree is walked | 0.59 |
| the plain theme of charts is worked out once; what is known of a style stands with its element; ELK without its checks of types (the graphs only) | not measured alone |

Then the smallest kinds, where most of the work does not depend on what is drawn. By the same command with their names, before these steps and after them:

| diagram | page ms | before ms | ours ms | before | ours |
| --- | --- | --- | --- | --- | --- |
| 08-pie | 13.9 | 6.6 | 4.6 | 0.47x | 0.33x |
| 46-packet | 11.8 | 4.3 | 3.4 | 0.36x | 0.29x |
| 49-radar | 13.6 | 6.9 | 4.2 | 0.51x | 0.31x |
| 50-treemap | 17.5 | 8.6 | 6.2 | 0.49x | 0.36x |
| 55-venn | 14.6 | 5.9 | 4.9 | 0.40x | 0.34x |

What the steps brought, in milliseconds of processor time of the drawing thread alone for one of the drawings 16 to 60 of a kind: first before all of them, then with
the step and those above it (the mean of the quicker half of five or six processes, turn and turn about, the machine busy with more or less else).

| step | 08-pie | 49-radar | 46-packet | 50-treemap | 55-venn |
| --- | --- | --- | --- | --- | --- |
| the style sheet of a kind without settings is made from its theme once, and where its rules apply is known from picture to picture; of the configuration no section is copied that only other kinds write to; the kind is looked for once; functions are not told their names | 2.49 to 1.92 | 3.16 to 1.66 | 1.73 to 0.99 | 4.23 to 3.00 | 3.20 to 2.66 |
| sines and their kin without a pair of numbers for each operation (3.4 times as fast, the same bits; a quarter of a pie's garbage); what a paint comes to is kept; the texts of a venn diagram are placed once instead of twice, its trials sort in place (two fifths of its garbage); icons are registered when there are some | 2.52 to 1.69 | 2.97 to 1.56 | 1.91 to 1.35 | 4.11 to 2.84 | 3.65 to 2.29 |
| styles that say nothing of text are taken from around; plain text and plain translations are not taken apart; the search for labels that need a namespace, which finds none, is left out | 2.73 to 1.44 | 3.69 to 1.53 | 2.06 to 1.03 | 4.65 to 3.08 | 3.49 to 2.31 |

The way to the thread and back takes a quarter of a millisecond of processor time in the caller's process and as much in ours, nearly all of it in the system: seven waits
for events and six wake-ups. Sparkplug from the start, feedback from the start, a budget of a third or three times the usual one, a larger young generation and
scavenging by one thread brought nothing that could be told from the noise.

What is left of a small kind is Mermaid's own parsing and drawing, which the browser runs as well, for two fifths, flattening for a quarter,
and for the rest styles, boxes and the way to the process and its thread. Of a graph ELK is a third to a half, style, boxes, HTML labels and flattening
together a third, garbage collection a tenth; an architecture diagram is mostly its force layout. Optimising earlier in warm processes
(a smaller interrupt budget of V8) or more young memory brought nothing that could be measured.
`;

export function report({ time, warm, memory, unseen, corpus }) {
  return `# @framework/diagram against mermaid-cli

Made by \`node bench/diagram/run.mjs\`; see there. Both sides draw with the same fonts: Chromium is given a font configuration in which
every family of Mermaid's themes is the bundled Arimo. Times depend on how busy the machine is: on busy
cores a browser of many processes gets the larger share, so run it on a quiet one. The seconds under "Time" are of two processors that were
busy with ten times as much other work, so compare the processor time there; those under "Warm" are of a quiet machine.

${[time && timeSection(time), warm && warmSection(warm), memory && memorySection(memory), time && STEPS, warm && WARM_STEPS, unseen && unseenSection(unseen), corpus && corpusSection(corpus)].filter(Boolean).join("\n")}`;
}
