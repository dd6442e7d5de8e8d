/** Kanban boards: columns with their cards, beside each other as long as they fit. */
import { Canvas } from "../canvas.js";
import { labelText, parseLabel } from "../label.js";
import { type Line, lineCells, widestLine, wrapLines } from "../rich-text.js";
import type { Painter } from "./scene.js";

interface KanbanDb {
  getData(): {
    readonly nodes: readonly {
      readonly id: string;
      readonly label?: string;
      readonly isGroup?: boolean;
      readonly parentId?: string;
      readonly ticket?: string;
      readonly assigned?: string;
      readonly priority?: string;
    }[];
  };
}

const WRAPS = [30, 24, 18, 14];

interface Column {
  readonly title: readonly Line[];
  readonly cards: readonly (readonly Line[])[];
  readonly width: number;
}

export const paintKanban: Painter = (db, scene) => {
  const { nodes } = (db as KanbanDb).getData();
  const columnsAt = (wrap: number): Column[] =>
    nodes
      .filter((node) => node.isGroup)
      .map((section) => {
        const cards = nodes
          .filter((node) => node.parentId === section.id && !node.isGroup)
          .map((card): Line[] => {
            const facts = [card.ticket, card.assigned, card.priority]
              .map((one) => labelText(one))
              .filter(Boolean);
            return [
              ...wrapLines(parseLabel(card.label, true), wrap),
              ...wrapLines(
                facts.map((text): Line => [{ text, italic: true }]),
                wrap,
              ),
            ];
          });
        const title = wrapLines(parseLabel(section.label, true), wrap);
        return {
          title,
          cards,
          width: Math.max(widestLine(title), ...cards.map((card) => widestLine(card) + 4), 8) + 4,
        };
      });
  for (const wrap of WRAPS) {
    const columns = columnsAt(wrap);
    if (columns.reduce((sum, column) => sum + column.width + 1, -1) <= scene.columns)
      return { canvas: board(columns, false) };
  }
  return { canvas: board(columnsAt(Math.max(8, scene.columns - 8)), true) };
};

function board(columns: readonly Column[], isStacked: boolean): Canvas {
  const canvas = new Canvas();
  const height = Math.max(...columns.map(heightOf), 3);
  let left = 0;
  let top = 0;
  for (const column of columns) {
    const bottom = top + (isStacked ? heightOf(column) : height) - 1;
    const right = left + column.width - 1;
    canvas.box(left, top, right, bottom, { round: true });
    let row = top + 1;
    for (const line of column.title) {
      canvas.label(left + Math.floor((column.width - lineCells(line)) / 2), row, line, { bold: true });
      row += 1;
    }
    for (const card of column.cards) {
      canvas.box(left + 2, row, right - 2, row + card.length + 1);
      for (const [index, line] of card.entries()) canvas.label(left + 4, row + 1 + index, line);
      row += card.length + 2;
    }
    if (isStacked) top = bottom + 1;
    else left = right + 2;
  }
  return canvas;
}

const heightOf = (column: Column): number =>
  2 + column.title.length + column.cards.reduce((sum, card) => sum + card.length + 2, 0);
