/** What one stage of the pipeline tells the later ones about the text that follows. */

/** What stands left of every line: bars of quotations, markers of lists, the room under a marker. */
export interface Frame {
  /** Before the first line, and before those after it. */
  readonly first: string;
  readonly rest: string;
  /** How many cells `first` and `rest` take. */
  readonly firstWidth: number;
  readonly width: number;
}

export const NO_FRAME: Frame = { first: "", rest: "", firstWidth: 0, width: 0 };

export type MarkKind =
  /** Running text: spans are styled and lines are broken between words. */
  | "paragraph"
  | "heading"
  /** Lines as they are: code, finished drawings. */
  | "code"
  /** A fenced block, with its fences. */
  | "fence"
  /** Rows that begin with a bar. */
  | "table";

/** A block begins, and what was before has ended. */
export interface Mark {
  readonly kind: MarkKind;
  readonly frame: Frame;
  /** What stands left of the empty line before it, where there is one. */
  readonly blank?: string;
  /** Of a heading: 1 to 6. */
  readonly level?: number;
  /** Of a table: the text of its first cell, which is on the screen already. */
  readonly opened?: string;
}

/** Whether the block is text whose spans are styled and whose lines are broken between words. */
export const isRunningText = ({ kind }: Mark): boolean => kind === "paragraph" || kind === "heading";
