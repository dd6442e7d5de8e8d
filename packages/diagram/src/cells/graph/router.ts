/** Routes the edges of a graph that is laid out, so that whoever follows a line from its beginning comes to its own end. */
import { lineCells } from "../rich-text.js";
import { bit, Grid, type Heading, HEADINGS, opposite, STEP_COLUMN, STEP_ROW } from "./grid.js";
import type { Layout } from "./layout.js";
import {
  type Graph,
  type GraphEdge,
  isHorizontal,
  type Marker,
  type Rect,
  type Row,
  type Shape,
} from "./model.js";
import { shareLines } from "./owners.js";
import { arriving, facingSide, type LineEnd, type PortBox, portsOf, spreadSlots } from "./ports.js";
import { type Port, Search, type Way } from "./search.js";

/** An edge on the grid: one way, or two with the label between them. */
export interface Route {
  readonly index: number;
  readonly ways: readonly Way[];
}

export interface Routing {
  readonly grid: Grid;
  readonly routes: readonly Route[];
  /** Edges for which there was no way. */
  readonly failed: readonly number[];
}

interface Job {
  readonly index: number;
  readonly edge: GraphEdge;
  readonly start: LineEnd;
  readonly end: LineEnd;
  readonly label: Rect | null;
  readonly owners: readonly [number, number];
}

/** Their outline begins with a slanted or a second line. */
const SLANTED: ReadonlySet<Shape> = new Set([
  "diamond",
  "flag",
  "hexagon",
  "inverted-trapezoid",
  "lean-left",
  "lean-right",
  "subroutine",
  "trapezoid",
]);
const HEAD_BEND = 30;
const FEET_BEND = 60;
const FEET: ReadonlySet<Marker> = new Set(["zero-one", "one-many", "zero-many"]);
/** The border before a title and the spaces around it. */
const TITLE_PADDING = 3;
/** More cells than this, of some 80 bytes each, and more cells times edges are not searched. */
const MOST_CELLS = 1_000_000;
const MOST_WORK = 40_000_000;
const OFF_LABEL = 4;
const OFF_LABEL_ROW = 4;
const WRONG_LABEL_SIDE = 12;

/** Routes all edges over a grid of this size, those in `urgent` first. */
export function routeEdges(
  { nodes, edges }: Graph,
  layout: Layout,
  size: { readonly width: number; readonly height: number },
  urgent: readonly number[] = [],
): Routing {
  const cells = size.width * size.height;
  // Nothing is allocated for a grid that is too large to search.
  if (cells > MOST_CELLS || cells * edges.length > MOST_WORK)
    return { grid: new Grid(0, 0), routes: [], failed: [...edges.keys()] };
  const grid = new Grid(size.width, size.height);
  const sideways = isHorizontal(layout.direction);
  const shapes = new Map(nodes.map((node) => [node.id, node.shape]));
  const jobs = jobsOf(edges, layout, addBoxes(grid, layout, shapes), sideways);
  const slots = spreadSlots(jobs.flatMap((job) => [job.start, job.end]));
  const search = new Search(grid);
  const routes: Route[] = [];
  const failed: number[] = [];
  for (const job of inOrder(jobs, urgent)) {
    const ways = routeJob(job, slots, search, grid, sideways);
    if (ways) routes.push({ index: job.index, ways });
    else failed.push(job.index);
  }
  return { grid, routes, failed };
}

function addBoxes(grid: Grid, layout: Layout, shapes: ReadonlyMap<string, Shape>): Map<string, PortBox> {
  const boxes = new Map<string, PortBox>();
  for (const [id, rect] of layout.nodes) {
    const rules = rulesOf(layout.contents.get(id)?.rows ?? [], rect.top + 1);
    const shape = shapes.get(id) ?? "rect";
    const lid = shape === "cylinder" ? 1 : 0;
    boxes.set(id, { ...rect, isGroup: false, isSlanted: SLANTED.has(shape), titleWidth: 0, lid, rules });
    grid.addWall(rect);
  }
  for (const [id, { left, top, width, height, title }] of layout.groups) {
    const [first] = title;
    const titleWidth = first && title.length === 1 ? lineCells(first) + TITLE_PADDING : 0;
    boxes.set(id, {
      left,
      top,
      width,
      height,
      isGroup: true,
      isSlanted: false,
      titleWidth,
      lid: 0,
      rules: new Set(),
    });
    if (titleWidth > 0) grid.addWall({ left: left + 1, top, width: titleWidth, height: 1 });
    if (title.length > 1)
      grid.addWall({ left: left + 2, top: top + 1, width: width - 4, height: title.length });
    grid.addBorder({ left, top, width, height });
  }
  for (const label of layout.labels.values()) grid.addWall(label);
  return boxes;
}

const rulesOf = (rows: readonly Row[], top: number): ReadonlySet<number> =>
  new Set(rows.flatMap((row, index) => (row.kind === "rule" ? [top + index] : [])));

const middle = ({ left, top, width, height }: Rect): { column: number; row: number } => ({
  column: left + (width - 1) / 2,
  row: top + (height - 1) / 2,
});

function jobsOf(
  edges: readonly GraphEdge[],
  layout: Layout,
  boxes: ReadonlyMap<string, PortBox>,
  sideways: boolean,
): Job[] {
  const owners = shareLines(edges);
  const jobs: Job[] = [];
  for (const [index, edge] of edges.entries()) {
    const ends = layout.hierarchy.endsOf(edge);
    const from = ends && boxes.get(ends.from);
    const to = ends && boxes.get(ends.to);
    if (!from || !to || edge.stroke === "invisible") continue;
    const label = layout.labels.get(index) ?? null;
    const pair = owners[index] ?? [0, 0];
    const isLoop = from === to;
    const endOf = (box: PortBox, other: Rect, owner: number, loopSide: Heading): LineEnd => ({
      box,
      toward: middle(other),
      owner,
      side: isLoop ? loopSide : facingSide(box, other, sideways),
    });
    jobs.push({
      index,
      edge,
      label,
      owners: pair,
      // A loop goes where the flow does not.
      start: endOf(from, label ?? to, pair[0], sideways ? 2 : 1),
      end: endOf(to, label ?? from, label ? pair[1] : pair[0], 2),
    });
  }
  return jobs;
}

/** Short ones first: they have the least choice. */
function inOrder(jobs: readonly Job[], urgent: readonly number[]): Job[] {
  const length = ({ start, end }: Job): number => {
    const from = middle(start.box);
    const to = middle(end.box);
    return Math.abs(from.column - to.column) + 2 * Math.abs(from.row - to.row);
  };
  const rank = ({ index }: Job): number =>
    urgent.includes(index) ? urgent.indexOf(index) - urgent.length : 0;
  return [...jobs].sort((one, other) => rank(one) - rank(other) || length(one) - length(other));
}

const bendAt = (marker: Marker): number => (FEET.has(marker) ? FEET_BEND : marker === "none" ? 0 : HEAD_BEND);

function routeJob(
  job: Job,
  slots: ReadonlyMap<LineEnd, number>,
  search: Search,
  grid: Grid,
  sideways: boolean,
): Way[] | null {
  const { edge, label, owners } = job;
  const isLoop = job.start.box === job.end.box;
  const leaving = freePorts(job.start, slots.get(job.start) ?? 0, grid);
  const starts = isLoop ? leaving.filter((port) => isLoopStart(port, job.start)) : leaving;
  const ends = freePorts(job.end, slots.get(job.end) ?? 0, grid);
  const goals = arriving(isLoop ? ends.filter((port) => isLoopEnd(port, job)) : ends);
  const startBend = bendAt(edge.start);
  const endBend = bendAt(edge.end);
  const startSign = edge.start !== "none";
  const endSign = edge.end !== "none";
  if (!label) {
    const way = search.find(starts, goals, { owner: owners[0], startBend, endBend, startSign, endSign });
    if (!way) return null;
    commit(grid, way, owners[0]);
    mark(grid, way, edge.start, edge.end);
    keepFrames(grid, job, way, way);
    return [way];
  }
  const toLabel = arriving(labelPorts(label, facingSide(label, job.start.box, sideways), null));
  const first = search.find(starts, toLabel, {
    owner: owners[0],
    startBend,
    endBend: 0,
    startSign,
    endSign: false,
  });
  if (!first) return null;
  commit(grid, first, owners[0]);
  mark(grid, first, edge.start, null);
  const wanted = facingSide(label, job.end.box, sideways);
  // A line that goes straight on leaves the label where it came in.
  const came = grid.spotOf(first.cells.at(-1) ?? 0);
  const fromLabel = labelPorts(
    label,
    wanted,
    opposite(first.last),
    first.last === wanted
      ? { ...middle(label), ...(wanted % 2 === 0 ? { column: came.column } : { row: came.row }) }
      : middle(label),
  );
  const second = search.find(fromLabel, goals, {
    owner: owners[1],
    startBend: 0,
    endBend,
    startSign: false,
    endSign,
  });
  if (!second) return null;
  commit(grid, second, owners[1]);
  mark(grid, second, null, edge.end);
  keepFrames(grid, job, first, second);
  return [first, second];
}

/** A loop begins at the side of its start; where it ends there too, before the middle. */
const isLoopStart = ({ column, heading }: Port, { box, side }: LineEnd): boolean =>
  heading === side && (side % 2 === 1 || column < middle(box).column);

/** And it comes back at another side, or after the middle. */
const isLoopEnd = ({ column, heading }: Port, { start, end }: Job): boolean =>
  start.side === end.side ? heading === end.side && column > middle(end.box).column : heading !== start.side;

/** The ports of a box; of a group only those where nothing crosses its frame, or the line would seem to go on inside. */
function freePorts(end: LineEnd, slot: number, grid: Grid): Port[] {
  const ports = portsOf(end, slot);
  if (!end.box.isGroup) return ports;
  return ports.filter(({ column, row, heading }) => {
    const frame = grid.index(column - (STEP_COLUMN[heading] ?? 0), row - (STEP_ROW[heading] ?? 0));
    return grid.maskAt(frame) === 0;
  });
}

/** Where a line ends at a group, nothing crosses the frame any more. */
function keepFrames(grid: Grid, { start, end }: Job, first: Way, last: Way): void {
  const step = (heading: Heading): number =>
    (STEP_ROW[heading] ?? 0) * grid.width + (STEP_COLUMN[heading] ?? 0);
  if (start.box.isGroup) grid.close((first.cells[0] ?? 0) - step(first.first));
  if (end.box.isGroup) grid.close((last.cells.at(-1) ?? 0) + step(last.last));
}

/** Where a line may touch a label; not on the side where it came from. */
function labelPorts(
  label: Rect,
  wanted: Heading,
  taken: Heading | null,
  { column, row } = middle(label),
): Port[] {
  const ports: Port[] = [];
  for (const side of HEADINGS) {
    if (side === taken) continue;
    const price = side === wanted ? 0 : side === opposite(wanted) ? 2 * WRONG_LABEL_SIDE : WRONG_LABEL_SIDE;
    const add = (atColumn: number, atRow: number): void => {
      const off =
        side % 2 === 0 ? OFF_LABEL * Math.abs(atColumn - column) : OFF_LABEL_ROW * Math.abs(atRow - row);
      ports.push({
        column: atColumn + (STEP_COLUMN[side] ?? 0),
        row: atRow + (STEP_ROW[side] ?? 0),
        heading: side,
        cost: price + off,
      });
    };
    const right = label.left + label.width - 1;
    const bottom = label.top + label.height - 1;
    if (side % 2 === 0)
      for (let at = label.left + 1; at < right; at += 1) add(at, side === 0 ? label.top : bottom);
    else for (let at = label.top; at <= bottom; at += 1) add(side === 1 ? right : label.left, at);
  }
  return ports;
}

/** The sides that a way touches in each of its cells. */
export function masksOf(way: Way): number[] {
  const heading = (from: number, to: number): Heading =>
    to === from + 1 ? 1 : to === from - 1 ? 3 : to > from ? 2 : 0;
  return way.cells.map((cell, index) => {
    const before = way.cells[index - 1];
    const after = way.cells[index + 1];
    const into = before === undefined ? way.first : heading(before, cell);
    const out = after === undefined ? way.last : heading(cell, after);
    return bit(opposite(into)) | bit(out);
  });
}

function commit(grid: Grid, way: Way, owner: number): void {
  const masks = masksOf(way);
  for (const [index, cell] of way.cells.entries()) grid.use(cell, owner, masks[index] ?? 0);
}

/** Keeps the cells at the ends; null is the side where a label stands. */
function mark(grid: Grid, way: Way, start: Marker | null, end: Marker | null): void {
  const keep = (marker: Marker | null, at: number | undefined, next: number | undefined): void => {
    if (marker === null || at === undefined) return;
    if (marker === "none") grid.useTail(at);
    else grid.useHead(at);
    if (FEET.has(marker) && next !== undefined) grid.useHead(next);
  };
  keep(start, way.cells[0], way.cells[1]);
  keep(end, way.cells.at(-1), way.cells.at(-2));
}
