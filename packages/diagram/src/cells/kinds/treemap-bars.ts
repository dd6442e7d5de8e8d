/** The parts of a tree map as bars, one under the other. */
import type { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { seriesColor } from "../palette.js";
import { plain } from "../rich-text.js";
import { cellsOf } from "../width.js";
import type { Scene } from "./scene.js";
import { columnWidth, numberText, Sheet } from "./sheet.js";

/** A part of the whole: a value, or parts of its own. */
export interface AreaNode {
  readonly name: string;
  readonly value?: number;
  readonly children?: readonly AreaNode[];
}

/** Draws every part with a bar; areas need more room. */
export function barsOfAreas(root: AreaNode, scene: Scene): Canvas {
  const sheet = new Sheet(scene.columns);
  const rows: { lead: string; name: string; value: number | undefined; group: number; isLeaf: boolean }[] =
    [];
  const sums = new Map<AreaNode, number>();
  const sum = (node: AreaNode): number => {
    const total = node.children?.length
      ? node.children.reduce((all, child) => all + sum(child), 0)
      : (node.value ?? 0);
    sums.set(node, total);
    return total;
  };
  sum(root);
  const walk = (node: AreaNode, lead: string, below: string, group: number): void => {
    rows.push({
      lead,
      name: labelText(node.name),
      value: sums.get(node),
      group,
      isLeaf: !node.children?.length,
    });
    const children = node.children ?? [];
    for (const [index, child] of children.entries()) {
      const isLast = index === children.length - 1;
      walk(child, `${below}${isLast ? "└" : "├"}─ `, `${below}${isLast ? " " : "│"}  `, group);
    }
  };
  for (const [index, child] of (root.children ?? []).entries()) walk(child, "", "", index);
  const names = columnWidth(
    rows.map((row) => row.lead + row.name),
    Math.max(16, scene.columns - 24),
  );
  const values = columnWidth(
    rows.map((row) => numberText(row.value ?? 0)),
    14,
  );
  const room = Math.max(6, Math.min(50, scene.columns - names - values - 4));
  const most = Math.max(1e-9, ...rows.map((row) => (row.isLeaf ? (row.value ?? 0) : 0)));
  for (const { lead, name, value = 0, group, isLeaf } of rows) {
    sheet.canvas.signs(0, sheet.row, lead);
    const text = numberText(value);
    sheet.canvas.label(names + 2 + values - cellsOf(text), sheet.row, plain(text));
    if (isLeaf)
      sheet.bar(names + values + 3, (value / most) * room, scene.hasColor ? seriesColor(group) : null);
    sheet.columnsOf([
      { column: cellsOf(lead), width: names - cellsOf(lead), text: name, ink: { bold: !isLeaf } },
    ]);
  }
  return sheet.canvas;
}
