/** Tables in labels: columns and rows as large as their content asks for. */
import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";
import { borderBackdrops, borderOf, NO_SIDES } from "./box-model.js";
import type { StyleResolver } from "./style-resolver.js";
import type { HtmlLayout } from "./inline-objects.js";

/** Lays out one cell in its room, or, where it is said, exactly so wide and at least so high. */
export type LayoutCell = (cell: Element, room: number, exact?: { readonly height: number }) => HtmlLayout;

interface Cell {
  readonly element: Element;
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly columns: number;
}

/** Between cells, where nothing else is said. */
const USUAL_SPACING = 2;
const MAX_SPAN = 100;

/** Lays out a table; it is no wider than `room` where its words allow that. */
export function layoutTable(
  table: Element,
  room: number,
  styles: StyleResolver,
  layoutCell: LayoutCell,
): HtmlLayout {
  const { own, fontSize, color } = styles.of(table);
  const border = borderOf(own, fontSize);
  const around = border?.width ?? NO_SIDES;
  const said = own.get("border-spacing")?.value ?? table.getAttribute("cellspacing");
  const isCollapsed = own.get("border-collapse")?.value === "collapse";
  const spacing = isCollapsed ? 0 : said ? toPixels(said, fontSize) : USUAL_SPACING;
  const cells = cellsOf(table);
  const count = Math.max(0, ...cells.map(({ column, columns }) => column + columns));
  const gaps = spacing * (count + 1) + around.left + around.right;
  const asked = own.get("width")?.value ?? "";
  const fixed = /^[\d.]/.test(asked) ? toPixels(asked, fontSize, room) : 0;
  const widths = columnWidths(
    cells,
    count,
    spacing,
    room - gaps,
    Number.isFinite(fixed) ? fixed - gaps : 0,
    layoutCell,
  );
  const width = total(widths, 0) + gaps;

  const caption = table.children.find(({ localName }) => localName === "caption");
  const title = caption ? layoutCell(caption, width, { height: 0 }) : null;
  const top = title?.height ?? 0;
  const widthOf = ({ column, columns }: Cell): number =>
    total(widths.slice(column, column + columns), spacing);
  const heights = rowHeights(cells, spacing, (cell) =>
    layoutCell(cell.element, widthOf(cell), { height: 0 }),
  );
  const height = total(heights, spacing) + 2 * spacing + around.top + around.bottom;
  const pieces = [...(title?.pieces ?? [])];
  const backdrops = [...(title?.backdrops ?? [])];
  if (border) backdrops.push(...borderBackdrops(border, color, { x: 0, y: top, width, height }));
  for (const cell of cells) {
    const x = around.left + spacing + offset(widths, cell.column, spacing);
    const y = top + around.top + spacing + offset(heights, cell.row, spacing);
    const high = total(heights.slice(cell.row, cell.row + cell.rows), spacing);
    const layout = layoutCell(cell.element, widthOf(cell), { height: high });
    pieces.push(...layout.pieces.map((piece) => ({ ...piece, x: piece.x + x, y: piece.y + y })));
    backdrops.push(...layout.backdrops.map((one) => ({ ...one, x: one.x + x, y: one.y + y })));
  }
  return { width, height: top + height, baseline: top + height, pieces, backdrops };
}

/** Sizes with the gaps between them. */
const total = (sizes: readonly number[], gap: number): number =>
  sizes.reduce((sum, size) => sum + size, gap * Math.max(0, sizes.length - 1));
const offset = (sizes: readonly number[], count: number, gap: number): number =>
  total(sizes.slice(0, count), gap) + (count > 0 ? gap : 0);

/** The cells of all rows in their columns: one that reaches over several rows moves those of the next ones. */
function cellsOf(table: Element): Cell[] {
  const rows = table.children.flatMap((part) =>
    part.localName === "tr"
      ? [part]
      : /^t(?:head|body|foot)$/.test(part.localName)
        ? part.children.filter(({ localName }) => localName === "tr")
        : [],
  );
  const taken = rows.map(() => new Set<number>());
  return rows.flatMap((line, row) =>
    line.children
      .filter(({ localName }) => localName === "td" || localName === "th")
      .map((element) => {
        let column = 0;
        while (taken[row]?.has(column)) column += 1;
        const columns = spanOf(element, "colspan", MAX_SPAN);
        const reach = spanOf(element, "rowspan", rows.length - row);
        for (const reached of taken.slice(row, row + reach))
          for (let at = column; at < column + columns; at += 1) reached.add(at);
        return { element, row, rows: reach, column, columns };
      }),
  );
}

const spanOf = (cell: Element, name: string, most: number): number =>
  Math.max(1, Math.min(Math.floor(Number(cell.getAttribute(name) ?? 1)) || 1, most));

/** As wide as the content without a break where there is room; else what is missing is taken from those with most to give. */
function columnWidths(
  cells: readonly Cell[],
  count: number,
  spacing: number,
  room: number,
  fixed: number,
  layoutCell: LayoutCell,
): number[] {
  const least = Array.from({ length: count }, () => 0);
  const most = Array.from({ length: count }, () => 0);
  const widen = (sizes: number[], { column, columns }: Cell, width: number): void => {
    const missing = width - total(sizes.slice(column, column + columns), spacing);
    if (missing <= 0) return;
    for (let at = column; at < column + columns; at += 1) sizes[at] = (sizes[at] ?? 0) + missing / columns;
  };
  for (const cell of cells.toSorted((a, b) => a.columns - b.columns)) {
    widen(least, cell, layoutCell(cell.element, 0).width);
    widen(most, cell, layoutCell(cell.element, Number.POSITIVE_INFINITY).width);
  }
  const [lower, upper] = [total(least, 0), total(most, 0)];
  const wanted = Math.max(fixed, Math.min(upper, room), lower);
  if (wanted >= upper) return most.map((size) => size + ((wanted - upper) * size) / (upper || 1));
  const share = (wanted - lower) / (upper - lower || 1);
  return most.map((size, at) => (least[at] ?? 0) + share * (size - (least[at] ?? 0)));
}

function rowHeights(cells: readonly Cell[], spacing: number, layout: (cell: Cell) => HtmlLayout): number[] {
  const heights: number[] = [];
  for (const cell of cells.toSorted((a, b) => a.rows - b.rows)) {
    for (let at = cell.row; at < cell.row + cell.rows; at += 1) heights[at] ??= 0;
    const missing = layout(cell).height - total(heights.slice(cell.row, cell.row + cell.rows), spacing);
    const last = cell.row + cell.rows - 1;
    if (missing > 0) heights[last] = (heights[last] ?? 0) + missing;
  }
  return Array.from(heights, (height) => height ?? 0);
}
