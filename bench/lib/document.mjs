// Turns bench/results/*.json into plots and docs/benchmarks.md.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { judge, show } from "./bars.mjs";
import { barChart } from "./plot.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = path.join(root, "bench", "results");

function png(svg) {
  const require = createRequire(path.join(root, "packages", "diagram", "package.json"));
  const { Resvg } = require("@resvg/resvg-js");
  const fonts = path.join(root, "packages", "diagram", "fonts");
  const font = { fontDirs: [fonts], loadSystemFonts: false, defaultFontFamily: "Arimo" };
  return new Resvg(svg, { font, fitTo: { mode: "zoom", value: 2 } }).render().asPng();
}

function section(result) {
  const head = `| | ${result.columns.join(" | ")} |\n|---|${result.columns.map(() => "---:|").join("")}`;
  const lines = result.rows.map(
    (row) => `| ${row.name} | ${result.columns.map((column) => show(row[column])).join(" | ")} |`,
  );
  const picture = result.plot ? `\n\n![${result.title}](../bench/results/${result.id}.png)` : "";
  return `## ${result.title}\n\n${head}\n${lines.join("\n")}${result.note ? `\n\n${result.note}` : ""}${picture}\n`;
}

function barsTable(all) {
  const lines = all
    .flatMap(judge)
    .map(
      ({ title, column, value, against, measured, asked, met }) =>
        `| ${title} | ${column} | ${show(value)} | ${against} | ${measured} | ${asked} | ${met ? "yes" : "**no**"} |`,
    );
  return `| | | ours | best peer | measured | asked | met |\n|---|---|---:|---|---:|---|---|\n${lines.join("\n")}`;
}

/** Writes one SVG and PNG per result that names a column to draw, and the page with all tables. */
export function writeDocuments() {
  const all = readdirSync(results)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(results, name), "utf8")));
  for (const result of all.filter(({ plot }) => plot)) {
    const svg = barChart(result);
    writeFileSync(path.join(results, `${result.id}.svg`), svg);
    writeFileSync(path.join(results, `${result.id}.png`), png(svg));
  }
  const machine = `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? "unknown CPU"}, ${os.platform()}.`;
  const page = `# Benchmarks

Written by \`npm run bench\`; every table comes from one run (${machine}) and is to be read as ratios
within it; tables may be of different days. Peers are installed in \`bench/peers\` and are never dependencies of the product.

${barsTable(all)}

${all.map(section).join("\n")}`;
  writeFileSync(path.join(root, "docs", "benchmarks.md"), page);
}
