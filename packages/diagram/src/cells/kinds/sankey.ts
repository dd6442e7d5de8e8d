/** Sankey diagrams: flows as bands as thick as what they carry; where there is no room for that, bars for every source. */
import { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { inkOn, mixed, type Rgb, seriesColor } from "../palette.js";
import { lineCells, plain, widestLine, wrapLines } from "../rich-text.js";
import { type Flow, layOutSankey, type PlacedFlow, type SankeyLayout } from "./sankey-layout.js";
import { barsOfFlows } from "./sankey-bars.js";
import type { Painter, Scene } from "./scene.js";
import { flowLine, numberText } from "./sheet.js";

interface SankeyDb {
  getGraph(): {
    readonly nodes: readonly { readonly id: string }[];
    readonly links: readonly Flow[];
  };
}

/** Rows of the whole and between two nodes. */
const HEIGHTS = [18, 26, 36];
const GAP = 1;
const BAR = 2;
/** Columns that a flow has beside the labels, to turn in. */
const TURN = 8;
const WRAPS = [24, 16, 12];
const MOST_NODES = 40;
const SHADES = ["░", "▒"];
/** How much of its colour a band keeps beside that of its source. */
const PALE = 0.55;
const GREY: Rgb = [128, 128, 128];

export const paintSankey: Painter = (db, scene) => {
  const { nodes, links } = (db as SankeyDb).getGraph();
  const ids = nodes.map((node) => node.id);
  return { canvas: bands(ids, links, scene) ?? barsOfFlows(ids, links, scene) };
};

/** Two units to a row where colours can tell the upper half from the lower. */
const unitsOf = (scene: Scene): number => (scene.hasShades ? 2 : 1);

function bands(ids: readonly string[], flows: readonly Flow[], scene: Scene): Canvas | null {
  if (ids.length === 0 || ids.length > MOST_NODES || flows.some(({ value }) => !(value > 0))) return null;
  const units = unitsOf(scene);
  const rows = HEIGHTS.find((height) => height >= 2 * ids.length) ?? HEIGHTS.at(-1) ?? 1;
  const layout = layOutSankey(ids, flows, rows * units, GAP * units + units - 1);
  if (!layout || layout.height > 2 * rows * units) return null;
  for (const wrap of WRAPS) {
    const columns = columnsOf(layout, flows, wrap, scene.columns);
    if (columns) return draw(layout, flows, columns, wrap, scene);
  }
  return null;
}

/** What is said of a node. */
function labelOf(id: string, flows: readonly Flow[], wrap: number): readonly ReturnType<typeof plain>[] {
  const total = (end: "source" | "target"): number =>
    flows.reduce((sum, flow) => (flow[end] === id ? sum + flow.value : sum), 0);
  const value = numberText(Number(Math.max(total("source"), total("target")).toFixed(2)));
  return wrapLines([plain(`${labelText(id)} ${value}`)], wrap, 2 * wrap);
}

/** The column of the bars of each layer; null when they do not fit. */
function columnsOf(
  { layers }: SankeyLayout,
  flows: readonly Flow[],
  wrap: number,
  room: number,
): number[] | null {
  const widths = layers.map((layer) =>
    Math.max(...layer.map(({ id }) => widestLine(labelOf(id, flows, wrap)))),
  );
  const least = widths.reduce(
    (sum, width, index) => sum + width + BAR + 1 + (index < widths.length - 1 ? TURN : 0),
    0,
  );
  if (least > room) return null;
  const spare = Math.min(10, Math.floor((room - least) / Math.max(1, layers.length - 1)));
  let at = 0;
  return widths.map((width) => {
    const column = at;
    at += BAR + 1 + width + TURN + spare;
    return column;
  });
}

function draw(
  layout: SankeyLayout,
  flows: readonly Flow[],
  columns: readonly number[],
  wrap: number,
  scene: Scene,
): Canvas {
  const canvas = new Canvas();
  const units = unitsOf(scene);
  const nodes = new Map(layout.layers.flat().map((node) => [node.id, node]));
  const order = [...nodes.keys()];
  const columnOf = (id: string): number => columns[nodes.get(id)?.layer ?? 0] ?? 0;
  const colorOf = (id: string): Rgb | null => (scene.hasColor ? seriesColor(order.indexOf(id)) : null);
  const pixels = new Pixels();
  // Thin ones last, so that a thick one does not hide them.
  for (const flow of layout.flows.toSorted((one, other) => other.size - one.size)) {
    // Neighbours look different.
    const above = layout.flows.filter(({ source, from }) => source === flow.source && from < flow.from);
    const shade = SHADES[(order.indexOf(flow.source) + above.length) % SHADES.length] ?? "░";
    const [first, last] = [flow.source, flow.target].map((id) =>
      mixed(seriesColor(order.indexOf(id)), scene.background ?? GREY, PALE),
    );
    // From the colour of its source to that of its target.
    const plainPaint = { glyph: shade, fg: colorOf(flow.source) };
    const paint = (part: number): Paint =>
      scene.hasShades && first && last ? mixed(last, first, part) : plainPaint;
    pixels.band(flow, columnOf(flow.source) + BAR, columnOf(flow.target) - 1, paint);
  }
  for (const [index, node] of [...nodes.values()].entries())
    for (let unit = node.top; unit < node.top + node.size; unit += 1)
      for (let bar = 0; bar < BAR; bar += 1)
        pixels.set(
          (columns[node.layer] ?? 0) + bar,
          unit,
          scene.hasShades ? seriesColor(index) : { glyph: "█", fg: colorOf(node.id) },
        );
  pixels.write(canvas, units);
  for (const node of nodes.values()) {
    const lines = labelOf(node.id, flows, wrap);
    const middle = (node.top + node.size / 2) / units;
    const top = Math.max(0, Math.round(middle - lines.length / 2));
    for (const [index, line] of lines.entries())
      writeOver(canvas, (columns[node.layer] ?? 0) + BAR + 1, top + index, line, scene);
  }
  listHidden(canvas, layout, scene);
  return canvas;
}

/** Writes on a band, in letters that can be read on it, with a space around. */
function writeOver(
  canvas: Canvas,
  column: number,
  row: number,
  line: ReturnType<typeof plain>,
  scene: Scene,
): void {
  const width = lineCells(line);
  canvas.clear(column - 1, row, column + width, row);
  if (!scene.hasShades) {
    canvas.label(column, row, line, { bold: true });
    return;
  }
  const bg = canvas.peek(column, row)?.bg ?? null;
  if (bg) canvas.fill(column - 1, row, column + width, row, bg);
  canvas.label(column, row, line, { bold: true, fg: bg ? inkOn(bg, null) : null });
}

/** A flow whose worth no node alone tells is written below. */
function listHidden(canvas: Canvas, { flows }: SankeyLayout, scene: Scene): void {
  const count = (id: string, end: "source" | "target"): number =>
    flows.filter((flow) => flow[end] === id).length;
  const hidden = flows.filter((flow) => count(flow.source, "source") > 1 && count(flow.target, "target") > 1);
  let row = canvas.height + 1;
  for (const { source, target, value } of hidden)
    for (const line of wrapLines(
      [flowLine(labelText(source), labelText(target), numberText(value))],
      scene.columns,
    )) {
      canvas.label(0, row, line);
      row += 1;
    }
}

/** What a unit is painted with: a colour, or a sign. */
type Paint = Rgb | { readonly glyph: string; readonly fg: Rgb | null };

/** Units that are painted, by column and unit. */
class Pixels {
  readonly #painted = new Map<number, Map<number, Paint>>();

  set(column: number, unit: number, paint: Paint): void {
    const units = this.#painted.get(column) ?? new Map<number, Paint>();
    units.set(unit, paint);
    this.#painted.set(column, units);
  }

  /** A band that leaves level, turns, and arrives level. */
  band({ from, to, size }: PlacedFlow, left: number, right: number, paint: (part: number) => Paint): void {
    for (let column = left; column <= right; column += 1) {
      const part = (column - left) / Math.max(1, right - left);
      const eased = part * part * (3 - 2 * part);
      const top = Math.round(from + (to - from) * eased);
      for (let unit = top; unit < top + size; unit += 1) this.set(column, unit, paint(eased));
    }
  }

  write(canvas: Canvas, units: number): void {
    for (const [column, painted] of this.#painted)
      for (const [unit, paint] of painted) {
        if ("glyph" in paint) canvas.sign(column, unit, paint.glyph, paint.fg);
        else if (unit % units === 0) {
          const next = painted.get(unit + 1);
          const below = next && "glyph" in next ? undefined : next;
          if (below?.every((part, index) => part === paint[index]))
            canvas.fill(column, unit / 2, column, unit / 2, paint);
          else {
            canvas.sign(column, unit / 2, "▀", paint);
            if (below) canvas.fill(column, unit / 2, column, unit / 2, below);
          }
        } else if (!painted.has(unit - 1)) canvas.sign(column, (unit - 1) / 2, "▄", paint);
      }
  }
}
