/** Trees: growing to the right as long as they fit, else as an indented list. */
import { Canvas } from "../canvas.js";
import { DOWN, LEFT, RIGHT, UP } from "../glyphs.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import { type Line, lineCells, widestLine, wrapLines } from "../rich-text.js";
import type { Scene } from "./scene.js";

/** A thing with others below it. */
export interface TreeNode {
  readonly label: readonly Line[];
  readonly children: readonly TreeNode[];
  readonly color?: Rgb | null;
}

interface Block {
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
  readonly children: readonly Block[];
  /** The row of its own label among its rows. */
  readonly middle: number;
}

const WRAPS = [30, 22, 16];
const GAP = 4;
const MOST_DEPTH = 60;
/** A tree of more rows than this is easier to read as a list. */
const MOST_NODES = 120;
const STEP = 3;

/** Draws a tree whose root stands on the left. */
export function drawTree(root: TreeNode, scene: Scene, grows = true): Canvas {
  if (grows && countOf(root) <= MOST_NODES)
    for (const wrap of WRAPS) {
      const block = blockOf(root, wrap, 0);
      if (block.width <= scene.columns) {
        const canvas = new Canvas();
        put(canvas, block, 0, 0, null, scene, 0);
        return canvas;
      }
    }
  return listTree([root], scene);
}

const countOf = (node: TreeNode): number => 1 + node.children.reduce((sum, child) => sum + countOf(child), 0);

function blockOf(node: TreeNode, wrap: number, depth: number): Block {
  const lines = wrapLines(node.label, wrap);
  const children = depth > MOST_DEPTH ? [] : node.children.map((child) => blockOf(child, wrap, depth + 1));
  const below = children.reduce((sum, child) => sum + child.height, 0);
  const height = Math.max(1, lines.length, below);
  const beside = Math.max(0, ...children.map((child) => child.width));
  const first = children[0];
  const last = children.at(-1);
  const middle =
    first && last
      ? Math.floor((first.middle + (below - last.height + last.middle)) / 2)
      : Math.floor((Math.max(1, lines.length) - 1) / 2);
  return {
    lines,
    width: widestLine(lines) + (children.length > 0 ? GAP + beside : 0),
    height,
    children,
    middle,
  };
}

function put(
  canvas: Canvas,
  block: Block,
  column: number,
  row: number,
  color: Rgb | null,
  scene: Scene,
  depth: number,
): void {
  const top = Math.max(
    0,
    Math.min(block.height - block.lines.length, block.middle - Math.floor((block.lines.length - 1) / 2)),
  );
  for (const [index, line] of block.lines.entries())
    canvas.label(column, row + top + index, line, { bold: depth === 0, fg: color });
  if (block.children.length === 0) return;
  const own = top + Math.floor((block.lines.length - 1) / 2);
  const start = column + lineCells(block.lines[own - top] ?? []) + 1;
  const joint = column + widestLine(block.lines) + 1;
  for (let at = start; at < joint; at += 1) canvas.line(at, row + own, LEFT | RIGHT, { fg: color });
  let below = row;
  const rows = block.children.map((child) => {
    const at = below + child.middle;
    below += child.height;
    return at;
  });
  const first = Math.min(row + own, ...rows);
  const last = Math.max(row + own, ...rows);
  canvas.line(joint, row + own, LEFT, { fg: color, round: true });
  for (let at = first; at <= last; at += 1)
    canvas.line(joint, at, (at > first ? UP : 0) | (at < last ? DOWN : 0), { fg: color, round: true });
  below = row;
  for (const [index, child] of block.children.entries()) {
    const branch = depth === 0 && scene.hasColor ? lineColor(seriesColor(index), scene.background) : color;
    const at = rows[index] ?? 0;
    canvas.line(joint, at, RIGHT, { fg: color, round: true });
    canvas.line(joint + 1, at, LEFT | RIGHT, { fg: branch });
    put(canvas, child, joint + GAP - 1, below, branch, scene, depth + 1);
    below += child.height;
  }
}

/** Draws trees as an indented list. */
export function listTree(roots: readonly TreeNode[], scene: Scene): Canvas {
  const canvas = new Canvas();
  const most = Math.max(STEP, Math.floor((scene.columns * 0.6) / STEP) * STEP);
  let row = 0;
  const walk = (node: TreeNode, lead: string, below: string, depth: number): void => {
    const room = Math.max(8, scene.columns - lead.length);
    for (const [index, line] of wrapLines(node.label, room).entries()) {
      const prefix = index === 0 ? lead : below + (node.children.length > 0 ? "│" : "");
      canvas.signs(0, row, prefix, null);
      canvas.label(lead.length, row, line, {
        bold: depth === 0,
        fg: lineColor(node.color ?? null, scene.background),
      });
      row += 1;
    }
    // Too deep to go further to the right: the rest stands under one another.
    const next = below.length >= most ? below.slice(0, most) : below;
    for (const [index, child] of node.children.entries()) {
      const isLast = index === node.children.length - 1;
      walk(child, `${next}${isLast ? "└" : "├"}─ `, `${next}${isLast ? " " : "│"}  `, depth + 1);
    }
  };
  for (const root of roots) walk(root, "", "", 0);
  return canvas;
}
