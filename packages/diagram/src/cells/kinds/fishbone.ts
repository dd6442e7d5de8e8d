/** Causes and effects as the bones of a fish: a spine to the effect, a bone for every kind of cause, above and below in turn. */
import { Canvas } from "../canvas.js";
import { lineColor, seriesColor } from "../palette.js";
import { type Line, lineCells, sign } from "../rich-text.js";
import type { Scene } from "./scene.js";
import type { TreeNode } from "./tree.js";

interface Bone {
  readonly name: Line;
  readonly causes: readonly Line[];
  readonly index: number;
}

const GAP = 3;

/** Draws a tree of causes; null when it is deeper than a fish, or wider than the columns. */
export function drawFishbone(root: TreeNode, scene: Scene): Canvas | null {
  const isFish =
    root.children.length > 1 &&
    [root, ...root.children, ...root.children.flatMap((bone) => bone.children)].every(
      (node) => node.label.length === 1,
    ) &&
    root.children.every((bone) => bone.children.every((cause) => cause.children.length === 0));
  const [effect] = root.label;
  if (!isFish || !effect) return null;
  const bones = root.children.map((node, index): Bone => ({
    name: node.label[0] ?? [],
    causes: node.children.map((cause) => cause.label[0] ?? []),
    index,
  }));
  const pairs = Array.from({ length: Math.ceil(bones.length / 2) }, (_, at) =>
    bones.slice(2 * at, 2 * at + 2),
  );
  const widths = pairs.map((pair) => Math.max(...pair.map(boneWidth)));
  const spine = widths.reduce((sum, width) => sum + width + GAP, 0);
  if (spine + 2 + lineCells(effect) > scene.columns) return null;
  const canvas = new Canvas();
  const middle = Math.max(...bones.filter((_, at) => at % 2 === 0).map((bone) => bone.causes.length)) + 2;
  for (let column = 0; column < spine; column += 1) canvas.sign(column, middle, "═");
  canvas.label(spine, middle, [sign("► "), ...effect], { bold: true });
  let left = 0;
  for (const [at, pair] of pairs.entries()) {
    for (const [side, bone] of pair.entries())
      drawBone(canvas, bone, left + (widths[at] ?? 0), middle, side === 0 ? -1 : 1, scene);
    left += (widths[at] ?? 0) + GAP;
  }
  return canvas;
}

/** Columns from the left of a bone to where it meets the spine. */
function boneWidth({ name, causes }: Bone): number {
  const texts = causes.map((cause, at) => lineCells(cause) + 3 + distanceOf(at, causes.length));
  return Math.max(Math.ceil(lineCells(name) / 2) + causes.length + 1, ...texts);
}

/** How far from the spine a cause stands: the first one is the farthest. */
const distanceOf = (at: number, count: number): number => count - at;

function drawBone(
  canvas: Canvas,
  { name, causes, index }: Bone,
  foot: number,
  middle: number,
  side: 1 | -1,
  scene: Scene,
): void {
  const fg = scene.hasColor ? lineColor(seriesColor(index), scene.background) : null;
  const rib = side < 0 ? "╲" : "╱";
  for (const [at, cause] of causes.entries()) {
    const away = distanceOf(at, causes.length);
    const column = foot - away;
    canvas.sign(column, middle + side * away, rib, fg);
    canvas.sign(column - 1, middle + side * away, "─", fg);
    canvas.label(column - 2 - lineCells(cause), middle + side * away, cause);
  }
  const tip = causes.length + 1;
  const start = Math.max(0, foot - tip - Math.floor(lineCells(name) / 2));
  canvas.label(start, middle + side * tip, name, { bold: true, fg });
}
