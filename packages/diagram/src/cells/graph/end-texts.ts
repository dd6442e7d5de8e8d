/** What is written at the ends of lines, such as "1" or "0..*": beside its own line and no other. */
import type { Canvas } from "../canvas.js";
import { cellsOf } from "../width.js";
import type { Heading } from "./grid.js";
import type { Spot } from "./markers.js";
import { type GraphEdge, overlaps, type Rect } from "./model.js";
import type { Route } from "./router.js";

/** How far from its box a text may stand, in cells of its line. */
const REACH = 4;

/** Writes the texts of an edge; what finds no free place is returned. */
export function writeEndTexts(
  canvas: Canvas,
  edge: GraphEdge,
  route: Route,
  spotOf: (cell: number) => Spot,
  boxes: readonly Rect[],
  isStrict: boolean,
): string[] {
  const first = route.ways[0];
  const last = route.ways.at(-1);
  if (!first || !last) return [];
  const own = new Set(route.ways.flatMap((way) => way.cells.map((cell) => keyOf(spotOf(cell)))));
  const missing: string[] = [];
  for (const [text, cells, heading] of [
    [edge.startText, first.cells.slice(0, REACH), first.first],
    [edge.endText, last.cells.slice(-REACH).toReversed(), last.last],
  ] as const) {
    if (!text) continue;
    const width = cellsOf(text);
    const spots = cells.map(spotOf);
    const isFree = (spot: Spot): boolean => isFreeFor(canvas, spot, width, boxes, isStrict ? own : null);
    const place = placesFor(spots, width, heading, isStrict).find(isFree);
    if (place) canvas.label(place.column, place.row, text);
    else missing.push(text);
  }
  return missing;
}

const keyOf = ({ column, row }: Spot): string => `${column} ${row}`;

/** Where a text of this width may stand, the best first: beside a line that goes up or down, above one that goes across. */
function placesFor(spots: readonly Spot[], width: number, heading: Heading, isStrict: boolean): Spot[] {
  const isUpright = heading % 2 === 0;
  return spots.flatMap(({ column, row }) => {
    const beside = [
      { column: column + 1, row },
      { column: column - width, row },
    ];
    const along = [
      { column, row: row - 1 },
      { column, row: row + 1 },
      { column: column - width + 1, row: row - 1 },
      { column: column - width + 1, row: row + 1 },
    ];
    if (isStrict) return isUpright ? beside : along;
    return [...beside, ...along, { column: column + 2, row }, { column: column - width - 1, row }];
  });
}

/** Whether nothing stands there, nor right beside it; with `own`, no line but this one either. */
function isFreeFor(
  canvas: Canvas,
  { column, row }: Spot,
  width: number,
  boxes: readonly Rect[],
  own: ReadonlySet<string> | null,
): boolean {
  if (column < 0 || row < 0) return false;
  const left = own ? column - 1 : column;
  const around = { left, top: row, width: own ? width + 2 : width, height: 1 };
  if (boxes.some((box) => overlaps(box, around))) return false;
  for (let at = -1; at <= width; at += 1) {
    const cell = canvas.peek(column + at, row);
    if (!cell) continue;
    const isInside = at >= 0 && at < width;
    const isDrawn = cell.glyph !== "" || cell.mask > 0 || cell.isCovered;
    const isForeign = own !== null && isDrawn && !own.has(keyOf({ column: column + at, row }));
    if (isInside ? isDrawn : cell.isLabel || isForeign) return false;
  }
  return true;
}
