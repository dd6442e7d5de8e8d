// Megabytes per second of the formatter pipeline: `node bench/format/pipeline.mjs [--quick]`.
import { capabilitiesFromEnvironment } from "../../packages/shared/dist/terminal/index.js";
import { report } from "../lib/report.mjs";
import { createPipeline } from "../../packages/shared/dist/format/index.js";

const prose = "Plain prose with **some** `marks` that goes on for a while, as models like to write it.\n\n";
const table = "| name | value |\n|:-----|------:|\n| one | 1 |\n| two | 2 |\n\n";
const code =
  "```python\ndef area(radius: float) -> float:\n    return 3.14 * radius ** 2  # a circle\n```\n\n";
const diff = "```diff\n-const before = 1;\n+const after = 1;\n```\n\n";
const texts = { prose, table, code, mixed: prose.repeat(20) + table + code + diff };

const megabytes = process.argv.includes("--quick") ? 1 : 10;
const { capabilities } = capabilitiesFromEnvironment(
  { TERM: "xterm-256color", FW_GRAPHICS_PROTOCOL: "none" },
  { isTerminal: true, columns: 80, rows: 24 },
);

async function measure(text, chunk) {
  let written = 0;
  const pipeline = createPipeline({
    output: (part) => (written += part.length),
    terminal: capabilities,
    env: {},
  });
  const started = process.cpuUsage();
  for (let start = 0; start < text.length; start += chunk) pipeline.write(text.slice(start, start + chunk));
  await pipeline.flush();
  const { user, system } = process.cpuUsage(started);
  return { rate: text.length / (user + system), written };
}

const rows = [];
for (const [name, sample] of Object.entries(texts)) {
  const text = sample.repeat(Math.ceil((megabytes * 1e6) / sample.length));
  const row = { name };
  for (const chunk of [1, 16, 65_536]) row[`chunks of ${chunk}`] = (await measure(text, chunk)).rate;
  rows.push(row);
}

const time = async (copies) => {
  const text = texts.mixed.repeat(copies);
  return text.length / (await measure(text, 1)).rate;
};
const half = Math.ceil((megabytes * 0.25e6) / texts.mixed.length);
await time(half);
const [small, large] = [await time(half), await time(half * 4)];
report({
  id: "format-pipeline",
  title: `Formatting ${megabytes} MB of text for a colour terminal, MB per second of CPU time`,
  columns: ["chunks of 1", "chunks of 16", "chunks of 65536"],
  rows,
  note: `Four times the text takes ${(large / small).toFixed(1)} times as long (chunks of 1).`,
});
