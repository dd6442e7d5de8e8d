/** Reads a drawing as a person would: boxes by their corners, lines by the sides that their characters touch. */

const UP = 1;
const RIGHT = 2;
const DOWN = 4;
const LEFT = 8;
const STEPS: readonly (readonly [side: number, columns: number, rows: number])[] = [
  [UP, 0, -1],
  [RIGHT, 1, 0],
  [DOWN, 0, 1],
  [LEFT, -1, 0],
];
const opposite = (side: number): number =>
  side === UP ? DOWN : side === DOWN ? UP : side === LEFT ? RIGHT : LEFT;

/** The sides that each character of a line touches. */
const SIDES = new Map<string, number>();
for (const set of [" ╵╶└╷│┌├╴┘─┴┐┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", " ╵╶╰╷╎╭├╴╯╌┴╮┤┬┼", " ╹╺┗╻╏┏┣╸┛╍┻┓┫┳╋"])
  for (const [sides, glyph] of Array.from(set).entries()) if (glyph !== " ") SIDES.set(glyph, sides);

/** Signs at the ends of lines; a line comes to them from any side. */
const SIGNS = new Set("▲►▼◄△▷▽◁○✕◆◇⊕∨∧<>╪╫");

export interface Place {
  readonly column: number;
  readonly row: number;
}

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a line touches a box: the cell outside, and the side that leads away from the box. */
export interface End extends Place {
  readonly box: string;
  readonly side: number;
  readonly hasSign: boolean;
}

const keyOf = ({ column, row }: Place): string => `${column} ${row}`;

export class Drawing {
  readonly #cells: readonly string[][];
  readonly #boxes: readonly Box[];
  readonly ends: readonly End[];

  /** Reads the boxes with these names, each of which stands in one box. */
  constructor(text: string, names: readonly string[]) {
    this.#cells = text.split("\n").map((line) => Array.from(line));
    this.#boxes = names.map((name) => this.#boxAround(name));
    this.ends = this.#boxes.flatMap((box) => this.#endsAt(box));
  }

  at(column: number, row: number): string {
    return this.#cells[row]?.[column] ?? " ";
  }

  /** Where a text stands that is written once. */
  find(text: string): Place {
    for (const [row, cells] of this.#cells.entries()) {
      const written = text.replaceAll(/[.*]/g, "\\$&");
      const found = new RegExp(`(?<![\\w.*])${written}(?![\\w.*])`).exec(cells.join(""));
      if (found) return { column: Array.from(cells.join("").slice(0, found.index)).length, row };
    }
    throw new Error(`"${text}" is not in the drawing`);
  }

  /** The smallest box around a name. */
  #boxAround(name: string): Box {
    const { column, row } = this.find(name);
    for (let top = row - 1; top >= 0; top -= 1)
      for (let left = column - 1; left >= 0; left -= 1) {
        if (!"┌╭".includes(this.at(left, top))) continue;
        const right = this.#cornerAfter(left, top, "┐╮◥", 1, 0, column);
        const bottom = this.#cornerAfter(left, top, "└╰", 0, 1, row);
        if (right !== null && bottom !== null && "┘╯".includes(this.at(right.column, bottom.row)))
          return { name, left, top, right: right.column, bottom: bottom.row };
      }
    throw new Error(`"${name}" stands in no box`);
  }

  #cornerAfter(
    left: number,
    top: number,
    corners: string,
    columns: number,
    rows: number,
    least: number,
  ): Place | null {
    for (let step = 1; step < 200; step += 1) {
      const column = left + step * columns;
      const row = top + step * rows;
      const glyph = this.at(column, row);
      if (corners.includes(glyph)) return (columns ? column : row) > least ? { column, row } : null;
      if (!SIDES.has(glyph)) return null;
    }
    return null;
  }

  #boxAt({ column, row }: Place): Box | undefined {
    return this.#boxes.find(
      ({ left, top, right, bottom }) => column >= left && column <= right && row >= top && row <= bottom,
    );
  }

  #endsAt(box: Box): End[] {
    const ends: End[] = [];
    const look = (column: number, row: number, side: number): void => {
      const [, columns = 0, rows = 0] = STEPS.find(([one]) => one === side) ?? [];
      const outside = { column: column + columns, row: row + rows };
      const glyph = this.at(outside.column, outside.row);
      const hasSign = SIGNS.has(glyph);
      const joins =
        ((SIDES.get(this.at(column, row)) ?? 0) & side) !== 0 &&
        ((SIDES.get(glyph) ?? 0) & opposite(side)) !== 0;
      if (hasSign || joins) ends.push({ box: box.name, ...outside, side, hasSign });
    };
    for (let column = box.left + 1; column < box.right; column += 1) {
      look(column, box.top, UP);
      look(column, box.bottom, DOWN);
    }
    for (let row = box.top + 1; row < box.bottom; row += 1) {
      look(box.left, row, LEFT);
      look(box.right, row, RIGHT);
    }
    return ends;
  }

  /** The boxes that a line leads to from one of its ends, and whether it branched on the way. */
  follow(end: End): { readonly box: string; readonly hasSign: boolean; readonly branched: boolean }[] {
    const found: { box: string; hasSign: boolean; branched: boolean }[] = [];
    const seen = new Set<string>();
    const step = (place: Place, side: number, branched: boolean): void => {
      const [, columns = 0, rows = 0] = STEPS.find(([one]) => one === side) ?? [];
      const next = { column: place.column + columns, row: place.row + rows };
      const key = `${keyOf(next)} ${side}`;
      if (seen.has(key)) return;
      seen.add(key);
      const box = this.#boxAt(next);
      if (box) {
        found.push({ box: box.name, hasSign: SIGNS.has(this.at(place.column, place.row)), branched });
        return;
      }
      const glyph = this.at(next.column, next.row);
      const sides = SIDES.get(glyph);
      if (SIGNS.has(glyph)) step(next, side, branched);
      else if (sides !== undefined) {
        if ((sides & opposite(side)) === 0) return;
        const ways = STEPS.filter(([one]) => one !== opposite(side) && (sides & one) !== 0).map(
          ([one]) => one,
        );
        const open = ways.length === 3 ? [side] : ways;
        for (const way of open) step(next, way, branched || open.length > 1);
      } else if (glyph !== " ")
        for (const [from, way] of this.#beyondLabel(next, place)) step(from, way, branched);
    };
    step(
      {
        column: end.column - (end.side === RIGHT ? 1 : end.side === LEFT ? -1 : 0),
        row: end.row - (end.side === DOWN ? 1 : end.side === UP ? -1 : 0),
      },
      end.side,
      false,
    );
    return found;
  }

  /** Where the line that stops at a label goes on: cells of the label, and the side on which a line touches it. */
  #beyondLabel(at: Place, came: Place): (readonly [Place, number])[] {
    const label = new Map<string, Place>();
    const isText = (column: number, row: number): boolean => {
      const glyph = this.at(column, row);
      if (glyph === " ") return this.#isLetter(column - 1, row) && this.#isLetter(column + 1, row);
      return this.#isLetter(column, row);
    };
    const grow = (place: Place): void => {
      if (label.has(keyOf(place)) || !isText(place.column, place.row)) return;
      label.set(keyOf(place), place);
      for (const [, columns, rows] of STEPS) grow({ column: place.column + columns, row: place.row + rows });
    };
    grow(at);
    const found: (readonly [Place, number])[] = [];
    for (const place of label.values())
      for (const [side, columns, rows] of STEPS)
        for (const reach of columns ? [1, 2] : [1]) {
          const beside = { column: place.column + reach * columns, row: place.row + reach * rows };
          if (keyOf(beside) === keyOf(came) || label.has(keyOf(beside))) continue;
          const glyph = this.at(beside.column, beside.row);
          const touches = ((SIDES.get(glyph) ?? 0) & opposite(side)) !== 0;
          if (touches || SIGNS.has(glyph))
            found.push([{ column: beside.column - columns, row: beside.row - rows }, side]);
          if (glyph !== " ") break;
        }
    return found;
  }

  #isLetter(column: number, row: number): boolean {
    const glyph = this.at(column, row);
    return glyph !== " " && !SIDES.has(glyph) && !SIGNS.has(glyph);
  }

  /** Every pair of boxes that a line joins, as a reader takes it. */
  pairs(): string[] {
    const pairs = new Set<string>();
    for (const end of this.ends)
      for (const { box, hasSign, branched } of this.follow(end)) {
        // Lines with one sign may share a way: it is read from the end without one.
        if (branched && (end.hasSign || !hasSign)) continue;
        pairs.add([end.box, box].toSorted().join(" - "));
      }
    return [...pairs].toSorted();
  }
}
