/** Markdown tables, drawn with lines. */
import type { Style } from "../terminal/style.js";
import { fenceHead } from "./fences.js";
import type { FormatterContext, FormatterOutput } from "./formatter.js";
import { LineFormatter, type LineDecision } from "./line-formatter.js";
import {
  columnWidths,
  parseDelimiters,
  renderCell,
  splitRow,
  TableDrawing,
  type Alignment,
} from "./table-layout.js";

/** A table is drawn when it has ended, or has this many rows; further rows keep to the columns there are. */
const MAX_ROWS = 500;

/** A table whose lines have begun with a bar, as far as it has come. */
interface Table {
  /** The lines as written, for a table that cannot be drawn. */
  source: string;
  header: string[];
  alignments?: Alignment[];
  rows: string[][];
  drawing?: TableDrawing | undefined;
}

/** `table_formatter`: draws Markdown tables whose lines begin with a bar, as wide as the console allows. */
export class TableFormatter extends LineFormatter {
  readonly name = "table_formatter";
  readonly priority = 25;
  readonly #style: Style;
  #width: number;
  #table: Table | undefined;

  constructor({ style, consoleWidth }: Pick<FormatterContext, "style" | "consoleWidth">) {
    super();
    this.#style = style;
    this.#width = consoleWidth;
  }

  setConsoleWidth(width: number): void {
    this.#width = width;
  }

  protected override decide(head: string, out: FormatterOutput): LineDecision {
    if (!this.fences.open && /^ {0,3}\|/.test(head)) return "hold";
    const decision = fenceHead(head);
    if (decision !== "wait") this.finish(out);
    return decision;
  }

  protected override takeLine(line: string, out: FormatterOutput): void {
    if (this.fences.line(line) !== "text" || this.fences.open || !/^ {0,3}\|/.test(line)) {
      this.finish(out);
      out.text(line);
      return;
    }
    const table = this.#table;
    if (table?.alignments) this.#addRow(table, line, out);
    else {
      const alignments = table && parseDelimiters(line);
      if (alignments && alignments.length === table.header.length) {
        table.alignments = alignments;
        table.source += line;
      } else {
        // Not a table after all, but this line may be the head of one.
        this.finish(out);
        this.#table = { source: line, header: splitRow(line), rows: [] };
      }
    }
  }

  #addRow(table: Table, line: string, out: FormatterOutput): void {
    const cells = splitRow(line).map((cell) => renderCell(cell, this.#style));
    if (table.drawing) {
      out.rendered({ output: table.drawing.row(cells) });
      return;
    }
    table.source += line;
    table.rows.push(cells);
    if (table.rows.length < MAX_ROWS) return;
    if (!this.#draw(table, out)) this.finish(out);
  }

  /** Fixes the columns and puts the rows out; false when the console is too narrow for so many columns. */
  #draw(table: Table, out: FormatterOutput): boolean {
    const header = table.header.map((cell) => this.#style.bold(renderCell(cell, this.#style)));
    const widths = columnWidths([header, ...table.rows], this.#width);
    if (!widths) return false;
    const drawing = new TableDrawing(widths, table.alignments ?? [], this.#style);
    table.drawing = drawing;
    const rows = table.rows.map((cells) => drawing.row(cells)).join("");
    const output = drawing.rule("┌", "┬", "┐") + drawing.row(header) + drawing.rule("├", "┼", "┤") + rows;
    out.rendered({ output });
    return true;
  }

  /** The table has ended. */
  protected override finish(out: FormatterOutput): void {
    const table = this.#table;
    this.#table = undefined;
    if (!table) return;
    if (!table.alignments || !(table.drawing || this.#draw(table, out))) out.text(table.source);
    else if (table.drawing) out.rendered({ output: table.drawing.rule("└", "┴", "┘") });
  }
}
