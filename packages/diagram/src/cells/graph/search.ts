/** The cheapest way of a line over the grid: A* over cells and headings. */
import { type Grid, type Heading, HEADINGS, NEVER, opposite, STEP_COLUMN, STEP_ROW } from "./grid.js";
import { Heap } from "./heap.js";

/** A cell where a line may begin or end, and the heading with which it does. */
export interface Port {
  readonly column: number;
  readonly row: number;
  readonly heading: Heading;
  readonly cost: number;
}

/** A way through cells, each by its index in the grid. */
export interface Way {
  readonly cells: readonly number[];
  readonly first: Heading;
  readonly last: Heading;
}

/** What a search has to know of the line. */
export interface Seeker {
  readonly owner: number;
  /** What a bend right before or after the end costs more, because a sign stands there. */
  readonly startBend: number;
  readonly endBend: number;
  /** Whether a sign stands at the end. */
  readonly startSign: boolean;
  readonly endSign: boolean;
}

const ACROSS = 1;
const DOWN = 2;

export class Search {
  readonly #grid: Grid;
  readonly #cost: Float64Array;
  readonly #from: Int32Array;
  readonly #first: Uint8Array;
  readonly #stamp: Int32Array;
  readonly #heap = new Heap();
  #round = 0;

  constructor(grid: Grid) {
    this.#grid = grid;
    const states = grid.width * grid.height * 4;
    this.#cost = new Float64Array(states);
    this.#from = new Int32Array(states);
    this.#first = new Uint8Array(states);
    this.#stamp = new Int32Array(states);
  }

  /** The cheapest way from one of `starts` to one of `goals`; null when there is none. */
  find(starts: readonly Port[], goals: readonly Port[], seeker: Seeker): Way | null {
    const grid = this.#grid;
    const { owner } = seeker;
    this.#round += 1;
    const round = this.#round;
    const heap = this.#heap;
    heap.clear();
    const goalAt = new Map<number, Port[]>();
    let left = NEVER;
    let right = -1;
    let top = NEVER;
    let bottom = -1;
    for (const goal of goals) {
      if (!grid.has(goal.column, goal.row)) continue;
      const at = grid.index(goal.column, goal.row);
      if (!grid.isOpen(at) || !grid.canEndAt(at, owner, seeker.endSign)) continue;
      const there = goalAt.get(at);
      if (there) there.push(goal);
      else goalAt.set(at, [goal]);
      left = Math.min(left, goal.column);
      right = Math.max(right, goal.column);
      top = Math.min(top, goal.row);
      bottom = Math.max(bottom, goal.row);
    }
    if (goalAt.size === 0) return null;
    const distance = (column: number, row: number): number =>
      ACROSS * (column < left ? left - column : column > right ? column - right : 0) +
      DOWN * (row < top ? top - row : row > bottom ? row - bottom : 0);
    for (const start of starts) {
      if (!grid.has(start.column, start.row)) continue;
      const at = grid.index(start.column, start.row);
      if (!grid.isOpen(at) || !grid.canEndAt(at, owner, seeker.startSign)) continue;
      this.#reach(at * 4 + start.heading, start.cost, -1, start.heading, distance(start.column, start.row));
    }
    let best = NEVER;
    let end = -1;
    let last: Heading = 0;
    while (heap.size > 0 && heap.least < best) {
      const estimate = heap.least;
      const state = heap.pop();
      const into = (state & 3) as Heading;
      const at = state >> 2;
      const column = at % grid.width;
      const row = (at - column) / grid.width;
      const cost = this.#cost[state] ?? 0;
      if (estimate > cost + distance(column, row) + 1e-6) continue;
      const isStart = (this.#from[state] ?? -1) < 0;
      for (const goal of goalAt.get(at) ?? []) {
        if (goal.heading === opposite(into)) continue;
        const bends = goal.heading === into ? 0 : seeker.endBend + (isStart ? seeker.startBend : 0);
        const through = grid.isHead(at) ? 0 : grid.cost(at, owner, into, goal.heading);
        const total = cost + through + bends + goal.cost;
        if (total < best) {
          best = total;
          end = state;
          last = goal.heading;
        }
      }
      // A sign that others share is where a line ends or begins, not a place to pass.
      const isSharedHead = grid.isHead(at);
      for (const out of HEADINGS) {
        if (out === opposite(into)) continue;
        const nextColumn = column + (STEP_COLUMN[out] ?? 0);
        const nextRow = row + (STEP_ROW[out] ?? 0);
        if (!grid.has(nextColumn, nextRow)) continue;
        const next = grid.index(nextColumn, nextRow);
        if (!grid.isOpen(next)) continue;
        if (isSharedHead && !(isStart && out === into)) continue;
        const through = isSharedHead ? 0 : grid.cost(at, owner, into, out);
        if (through === NEVER) continue;
        const bend = out !== into && isStart ? seeker.startBend : 0;
        const total = cost + through + bend + (out & 1 ? ACROSS : DOWN);
        const nextState = next * 4 + out;
        if (this.#stamp[nextState] === round && (this.#cost[nextState] ?? 0) <= total + 1e-9) continue;
        this.#reach(nextState, total, state, this.#first[state] as Heading, distance(nextColumn, nextRow));
      }
    }
    return end < 0 ? null : this.#trace(end, last);
  }

  #reach(state: number, cost: number, from: number, first: Heading, rest: number): void {
    if (this.#stamp[state] === this.#round && (this.#cost[state] ?? 0) <= cost) return;
    this.#stamp[state] = this.#round;
    this.#cost[state] = cost;
    this.#from[state] = from;
    this.#first[state] = first;
    this.#heap.push(cost + rest, state);
  }

  #trace(end: number, last: Heading): Way {
    const cells: number[] = [];
    for (let state = end; state >= 0; state = this.#from[state] ?? -1) cells.push(state >> 2);
    return { cells: cells.toReversed(), first: this.#first[end] as Heading, last };
  }
}
