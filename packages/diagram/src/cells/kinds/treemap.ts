/** Tree maps: boxes in boxes, as large as what they stand for; bars where the names would not fit into the boxes. */
import { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { inkOn, lineColor, mixed, type Rgb, seriesColor } from "../palette.js";
import { type Line, lineCells, plain, widestLine, wrapLines } from "../rich-text.js";
import type { Painter, Scene } from "./scene.js";
import { numberText } from "./sheet.js";
import { squarify, type Tile } from "./squarify.js";
import { type AreaNode, barsOfAreas } from "./treemap-bars.js";

interface Area {
  readonly name: string;
  /** What it says. */
  readonly value: number;
  /** What it takes of the whole: not less than has room for a name. */
  readonly weight: number;
  readonly children: readonly Area[];
}

interface Part {
  readonly box: Tile;
  readonly lines: readonly Line[];
  /** Whether its name stands on the border. */
  readonly isGroup: boolean;
  readonly series: number;
}

/** Small parts are drawn larger than they are where their names would not fit else. */
const LEAST_SHARES = [0, 0.02, 0.05];
const HEIGHTS = [12, 16, 20, 26, 32, 40];
const MOST_WIDTH = 100;
/** Of the columns; what does not fit into one shape may fit into another. */
const WIDTHS = [1, 0.8, 0.62];
const MOST_DEPTH = 6;
const MOST_AREAS = 80;
/** How much of its colour an area keeps. */
const PALE = 0.45;

export const paintTreemap: Painter = (db, scene) => {
  const root = (db as { getRoot(): AreaNode }).getRoot();
  const most = Math.min(scene.columns, MOST_WIDTH);
  for (const least of LEAST_SHARES) {
    const tops = areasOf(root, least);
    if (!tops) break;
    for (const height of HEIGHTS)
      for (const share of WIDTHS) {
        const width = Math.floor(most * share);
        const parts = partsOf(tops, { left: 0, top: 0, right: width - 1, bottom: height - 1 });
        if (parts) return { canvas: draw(parts, scene) };
      }
  }
  return { canvas: barsOfAreas(root, scene) };
};

/** The parts of the whole, none of which takes less than a share of it; null when there are none, too many, or too deep ones. */
function areasOf(root: AreaNode, least: number): Area[] | null {
  const total = sumOf(root);
  const toArea = (node: AreaNode, depth: number): Area => {
    const children = depth < MOST_DEPTH ? (node.children ?? []).map((child) => toArea(child, depth + 1)) : [];
    const isLeaf = children.length === 0;
    return {
      name: labelText(node.name),
      value: sumOf(node),
      weight: isLeaf
        ? Math.max(sumOf(node), total * least)
        : children.reduce((sum, child) => sum + child.weight, 0),
      children,
    };
  };
  const tops = (root.children ?? []).map((child) => toArea(child, 0));
  const count = countOf(tops);
  return total > 0 && count <= MOST_AREAS && count === countOfNodes(root) - 1 ? tops : null;
}

const sumOf = (node: AreaNode): number =>
  node.children?.length ? node.children.reduce((sum, child) => sum + sumOf(child), 0) : (node.value ?? 0);

const countOf = (areas: readonly Area[]): number =>
  areas.reduce((sum, area) => sum + 1 + countOf(area.children), 0);

const countOfNodes = (node: AreaNode): number =>
  1 + (node.children ?? []).reduce((sum, child) => sum + countOfNodes(child), 0);

/** Places all areas, or none when one of them has no room for its name. */
function partsOf(tops: readonly Area[], whole: Tile): Part[] | null {
  const parts: Part[] = [];
  const place = (areas: readonly Area[], box: Tile, series: number | null): boolean =>
    squarify(
      areas.map(({ weight }) => weight),
      box,
    ).every((inner, index) => {
      const area = areas[index];
      if (!area) return true;
      // A part that is alone says nothing by its colour.
      const own = series ?? (areas.length > 1 ? index : null);
      const room = inner.right - inner.left - 3;
      const text = `${area.name} ${numberText(area.value)}`;
      if (area.children.length > 0) {
        const title = plain(text, { bold: true });
        if (lineCells(title) > room - 1) return false;
        parts.push({ box: inner, lines: [title], isGroup: true, series: own ?? 0 });
        const inside = {
          left: inner.left + 1,
          top: inner.top + 1,
          right: inner.right - 1,
          bottom: inner.bottom - 1,
        };
        return place(area.children, inside, own);
      }
      const lines = wrapLines([plain(area.name), plain(numberText(area.value))], room);
      const isWhole = wrapLines([plain(area.name)], room, Number.MAX_SAFE_INTEGER);
      if (room < 1 || widestLine(isWhole) > room || lines.length > inner.bottom - inner.top - 1) return false;
      parts.push({ box: inner, lines, isGroup: false, series: own ?? 0 });
      return true;
    });
  return place(tops, whole, null) ? parts : null;
}

function draw(parts: readonly Part[], scene: Scene): Canvas {
  const canvas = new Canvas();
  for (const { box, series } of parts) {
    const fg = scene.hasColor ? lineColor(seriesColor(series), scene.background) : null;
    canvas.box(box.left, box.top, box.right, box.bottom, { fg });
  }
  for (const { box, lines, isGroup, series } of parts) {
    if (isGroup) {
      const [title = []] = lines;
      const fg = scene.hasColor ? lineColor(seriesColor(series), scene.background) : null;
      canvas.label(box.left + 2, box.top, [{ text: " " }, ...title, { text: " " }], { fg });
      continue;
    }
    const fill: Rgb | null = scene.hasShades
      ? mixed(seriesColor(series), scene.background ?? [128, 128, 128], PALE)
      : null;
    if (fill) canvas.fill(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1, fill);
    const top = box.top + 1 + Math.floor((box.bottom - box.top - 1 - lines.length) / 2);
    for (const [index, line] of lines.entries()) {
      const free = box.right - box.left - 1 - lineCells(line);
      canvas.label(box.left + 1 + Math.floor(free / 2), top + index, line, {
        fg: fill ? inkOn(fill, null) : null,
      });
    }
  }
  return canvas;
}
