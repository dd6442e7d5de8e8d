// How a measurement tells its result: a table for a person and, under `npm run bench`, a file for the documents.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The middle value; the input is left as it is. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const show = (value) =>
  typeof value === "number"
    ? value >= 100 || Number.isInteger(value)
      ? String(Math.round(value))
      : value.toPrecision(3)
    : (value ?? "-");

/**
 * Rows are objects with a `name` and one value per column. `plot` names the column that is drawn; lower is better.
 * `bars` say what is asked of ours, see bars.mjs.
 */
export function report({ id, title, columns, rows, plot, bars = [], note }) {
  const table = [
    ["", ...columns],
    ...rows.map((row) => [row.name, ...columns.map((column) => show(row[column]))]),
  ];
  const widths = table[0].map((_, index) => Math.max(...table.map((line) => String(line[index]).length)));
  console.log(`\n${title}`);
  for (const line of table) {
    const cells = line.map((cell, index) =>
      index === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[index]),
    );
    console.log(`  ${cells.join("  ")}`);
  }
  if (note) console.log(`  ${note}`);
  const folder = process.env.BENCH_RESULTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const result = { id, title, columns, rows, plot, bars, note };
  writeFileSync(path.join(folder, `${id}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
