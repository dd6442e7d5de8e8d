// Kinds that are trees: mind maps, file trees, causes and effects, tree maps.
import { labelText, parseLabel } from "../label.js";
import { seriesColor } from "../palette.js";
import { type Line, plain } from "../rich-text.js";
import { cellsOf } from "../width.js";
import type { Painter } from "./scene.js";
import { columnWidth, numberText, Sheet } from "./sheet.js";
import { drawTree, listTree, type TreeNode } from "./tree.js";
import { Canvas } from "../canvas.js";

const MOST_DEPTH = 400;

interface MindmapNode {
  readonly descr?: string;
  readonly icon?: string;
  readonly children?: readonly MindmapNode[];
}

export const paintMindmap: Painter = (db, scene) => {
  const root = (db as { getMindmap(): MindmapNode | null | undefined }).getMindmap();
  if (!root) return { canvas: new Canvas() };
  const toTree = (node: MindmapNode, depth: number): TreeNode => ({
    label: parseLabel(node.descr, true),
    children: depth > MOST_DEPTH ? [] : (node.children ?? []).map((child) => toTree(child, depth + 1)),
  });
  return { canvas: drawTree(toTree(root, 0), scene) };
};

interface FileNode {
  readonly name: string;
  readonly description?: string;
  readonly nodeType?: string;
  readonly children?: readonly FileNode[];
}

export const paintTreeView: Painter = (db, scene) => {
  const root = (db as { getRoot(): FileNode }).getRoot();
  const toTree = (node: FileNode, depth: number): TreeNode => {
    const [first = [], ...rest] = parseLabel(node.name);
    const description = labelText(node.description);
    const label: Line[] = description
      ? [[...first, { text: `  ${description}`, italic: true }], ...rest]
      : [first, ...rest];
    return {
      label,
      children: depth > MOST_DEPTH ? [] : (node.children ?? []).map((child) => toTree(child, depth + 1)),
    };
  };
  const tree = toTree(root, 0);
  return { canvas: listTree(root.name === "/" ? tree.children : [tree], scene) };
};

interface CauseNode {
  readonly text: string;
  readonly children?: readonly CauseNode[];
}

export const paintIshikawa: Painter = (db, scene) => {
  const root = (db as { getRoot(): CauseNode | undefined }).getRoot();
  if (!root) return { canvas: new Canvas() };
  const toTree = (node: CauseNode, depth: number): TreeNode => ({
    label: parseLabel(node.text),
    children: depth > MOST_DEPTH ? [] : (node.children ?? []).map((child) => toTree(child, depth + 1)),
  });
  // The effect is the title too; it stands once.
  return { canvas: drawTree(toTree(root, 0), scene), title: "" };
};

interface AreaNode {
  readonly name: string;
  readonly value?: number;
  readonly children?: readonly AreaNode[];
}

/** Areas are hard to compare in characters; lengths are not. */
export const paintTreemap: Painter = (db, scene) => {
  const root = (db as { getRoot(): AreaNode }).getRoot();
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
  return { canvas: sheet.canvas };
};
