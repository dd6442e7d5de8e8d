/** Cynefin: the four domains around disorder, each with what is in it. */
import { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { type Line, plain, sign, wrapLines } from "../rich-text.js";
import type { Painter } from "./scene.js";
import { flowLine, Sheet } from "./sheet.js";

interface CynefinDb {
  getDomains(): ReadonlyMap<string, { readonly items: readonly { readonly label: string }[] }>;
  getTransitions(): readonly { readonly from: string; readonly to: string; readonly label?: string }[];
}

const GRID = [
  ["complex", "complicated"],
  ["chaotic", "clear"],
] as const;
const CENTRE = "confusion";
/** What Mermaid writes below the names. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  complex: ["Probe → Sense → Respond", "Emergent Practices"],
  complicated: ["Sense → Analyse → Respond", "Good Practices"],
  chaotic: ["Act → Sense → Respond", "Novel Practices"],
  clear: ["Sense → Categorise → Respond", "Best Practices"],
  confusion: ["Disorder"],
};

export const paintCynefin: Painter = (db, scene) => {
  const cynefin = db as CynefinDb;
  const domains = cynefin.getDomains();
  const half = Math.min(44, Math.floor((scene.columns - 1) / 2));
  const canvas = new Canvas();
  const textsOf = (name: string): Line[] => [
    plain(name[0]?.toUpperCase() + name.slice(1), { bold: true }),
    ...(MODELS[name] ?? []).map((text): Line =>
      text.split(/(→)/).map((part) => (part === "→" ? sign(part) : { text: part })),
    ),
    ...(domains.get(name)?.items ?? []).map((item): Line => [sign("• "), { text: labelText(item.label) }]),
  ];
  const box = (name: string, left: number, top: number, width: number): number => {
    const lines = wrapLines(textsOf(name), width - 4);
    for (const [index, line] of lines.entries()) canvas.label(left + 2, top + 1 + index, line);
    return lines.length + 2;
  };
  let top = 0;
  for (const [index, pair] of GRID.entries()) {
    const height = Math.max(...pair.map((name, column) => box(name, column * half, top, half + 1)));
    for (const column of [0, 1]) canvas.box(column * half, top, (column + 1) * half, top + height - 1);
    top += height - (index === 0 ? 1 : 0);
  }
  const middle = [...domains.keys()].find((name) => name === CENTRE || name === "disorder") ?? CENTRE;
  const width = 2 * half + 1;
  const height = box(middle, 0, top, width);
  canvas.box(0, top, width - 1, top + height - 1);
  const sheet = new Sheet(scene.columns);
  for (const { from, to, label } of cynefin.getTransitions())
    sheet.write(0, [flowLine(labelText(from), labelText(to), labelText(label))]);
  canvas.draw(sheet.canvas, 0, top + height);
  return { canvas };
};
