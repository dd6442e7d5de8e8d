// A result as horizontal bars. Plain SVG, so that it can be read in a diff and drawn anywhere.

import { isOurs } from "./bars.mjs";

const WIDTH = 760;
const LABEL = 250;
const BAR = 22;
const GAP = 10;
const TOP = 44;
const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Ours is drawn in colour; values that failed are said in words. */
export function barChart({ title, rows, plot }) {
  const values = rows.map((row) => (typeof row[plot] === "number" ? row[plot] : 0));
  const most = Math.max(...values, Number.MIN_VALUE);
  const room = WIDTH - LABEL - 90;
  const bars = rows.map((row, index) => {
    const y = TOP + index * (BAR + GAP);
    const value = row[plot];
    const length = Math.max(1, (values[index] / most) * room);
    const text = typeof value === "number" ? Number(value.toPrecision(3)) : "failed";
    const fill = isOurs(row) ? "#7c5cff" : "#b9bcc6";
    return `  <text x="${LABEL - 8}" y="${y + 16}" text-anchor="end">${escape(row.name)}</text>
  <rect x="${LABEL}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3" fill="${fill}"/>
  <text x="${(LABEL + length + 6).toFixed(1)}" y="${y + 16}">${text}</text>`;
  });
  const height = TOP + rows.length * (BAR + GAP) + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="Arimo, Arial, sans-serif" font-size="14">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="12" y="24" font-weight="bold">${escape(title)}: ${escape(plot)} (lower is better)</text>
${bars.join("\n")}
</svg>
`;
}
