/** `table_formatter`: draws Markdown tables whose lines begin with a bar, as wide as the console allows. */
import { displayWidth } from "../terminal/width.js";
import { fenceHead } from "./fences.js";
import type { FormatterContext, FormatterOutput } from "./formatter.js";
import { LineFormatter, type LineDecision } from "./line-formatter.js";
import { renderInline } from "./markdown/render-inline.js";
import {
  columnWidths,
  parseDelimiters,
  recordLines,
  splitRow,
  TableDrawing,
  widestWidth,
  type Alignment,
} from "./table-layout.js";

/** A table is drawn when it has ended, or has this many rows; further rows keep to the columns there are. */
const MAX_ROWS = 500;

/**
 * What puts characters together to one. tmux and the terminal around it do not agree how wide that is, and tmux draws its lines
 * without telling columns, so that no bar would stand where it belongs. Each by itself, they agree.
 */
const JOINERS = /\u200d|\ufe0f|\u20e3/g;

/** A table whose lines have begun with a bar, as far as it has come. */
interface Table {
  /** The lines as written, for a table that cannot be drawn. */
  source: string;
  header: string[];
  alignments?: Alignment[];
  rows: string[][];
  drawing?: TableDrawing | undefined;
  /** There is no room for columns: rows are put out as records. */
  isRecords?: boolean;
}

type TableContext = Pick<FormatterContext, "inline" | "consoleWidth" | "terminal">;

export class TableFormatter extends LineFormatter {
  readonly name = "table_formatter";
  readonly priority = 25;
  readonly #context: TableContext;
  #width: number;
  #table: Table | undefined;

  constructor(context: TableContext) {
    super();
    this.#context = context;
    this.#width = context.consoleWidth;
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

  /** A cell's text as it will be shown, before it is wrapped. */
  #cell(text: string): string {
    const { inline, terminal } = this.#context;
    const cell = inline.theme.formats ? renderInline(text, { ...inline, isNarrow: true }) : text;
    return terminal.multiplexer === "tmux" ? cell.replaceAll(JOINERS, "") : cell;
  }

  #addRow(table: Table, line: string, out: FormatterOutput): void {
    const cells = splitRow(line).map((cell) => this.#cell(cell));
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
    const { inline, terminal } = this.#context;
    const { theme } = inline;
    const { frame, opened } = this.block ?? {};
    const left = frame?.width ?? 0;
    const header = table.header.map((cell) => theme.strong(this.#cell(cell)));
    const shown = opened === undefined ? 0 : displayWidth(this.#cell(opened));
    const widths = columnWidths([header, ...table.rows], this.#width - left, {
      firstAtLeast: shown,
      measure: terminal.isTerminal ? widestWidth : displayWidth,
    });
    if (!widths) {
      if (!theme.formats) return false;
      const lines = recordLines(header, table.rows, theme);
      out.rendered({ output: opened === undefined ? lines : `\n${lines}`, isFlow: true });
      table.rows = [];
      table.isRecords = true;
      return true;
    }
    const isOpen = opened !== undefined;
    const drawing = new TableDrawing(widths, table.alignments ?? [], {
      theme,
      isOpen,
      columnsFrom: terminal.isTerminal ? left : undefined,
    });
    table.drawing = drawing;
    const head = isOpen
      ? drawing.row(["", ...header.slice(1)]).slice(shown)
      : drawing.rule("┌", "┬", "┐") + drawing.row(header);
    const rows = table.rows.map((cells) => drawing.row(cells)).join("");
    out.rendered({ output: head + drawing.rule("├", "┼", "┤") + rows });
    return true;
  }

  /** The table has ended. */
  protected override finish(out: FormatterOutput): void {
    const table = this.#table;
    this.#table = undefined;
    if (!table) return;
    if (!table.alignments || !(table.drawing || this.#draw(table, out))) out.text(table.source);
    else if (table.drawing && !table.drawing.options.isOpen)
      out.rendered({ output: table.drawing.rule("└", "┴", "┘") });
  }
}
