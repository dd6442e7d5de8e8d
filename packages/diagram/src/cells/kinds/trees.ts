/** Kinds that are trees: mind maps, file trees, causes and effects. */
import { labelText, parseLabel } from "../label.js";
import type { Line } from "../rich-text.js";
import type { Painter } from "./scene.js";
import { drawFishbone } from "./fishbone.js";
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
  const tree = toTree(root, 0);
  // The effect is the title too; it stands once.
  return { canvas: drawFishbone(tree, scene) ?? drawTree(tree, scene), title: "" };
};
