/** What a person sees of a call before saying yes: all of it, or its beginning, its end and its length. */
import type { ApprovalQuestion } from "@framework/shared";
import { sanitize, type Style } from "@framework/shared/terminal";
import { layOut } from "./layout.js";
import { wrapWords } from "@framework/shared/format";

export interface ApprovalRoom {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

export interface ApprovalView {
  readonly text: string;
  /** Whether something was left out, so that there is more to see. */
  readonly isCut: boolean;
}

const INDENT = "  ";
/** What stands under the preview: warnings, the question, a line for the answer. */
const ROWS_BELOW = 8;
const FEWEST_ROWS = 8;

/** The question as text for the terminal, each line with its end. Nothing in it is interpreted by any formatter. */
export function approvalView(
  { preview, isDiff, notes, warnings }: Pick<ApprovalQuestion, "preview" | "isDiff" | "notes" | "warnings">,
  room: ApprovalRoom,
  all: boolean,
): ApprovalView {
  const { style } = room;
  const width = Math.max(20, room.columns - INDENT.length - 1);
  const most = Math.max(FEWEST_ROWS, room.rows - ROWS_BELOW - warnings.length);
  // The text is exact already; this is for what nobody has thought of.
  const text = sanitize(preview.trimEnd()).replaceAll("\t", "→   ");
  const paint = painter(isDiff, style);
  const rowsOf = (part: string) =>
    part.split("\n").flatMap((line) => layOut(line, 0, width).rows.map(({ shown }) => paint(line, shown)));
  const enough = most * width;
  const whole = all || text.length <= enough ? rowsOf(text) : undefined;
  const isCut = !all && (whole === undefined || whole.length > most);
  const half = Math.floor(most / 2);
  const shown = !isCut
    ? (whole ?? [])
    : [
        ...rowsOf(text.slice(0, enough)).slice(0, half),
        style.bold(`… ${lengthOf(text)} in all; this is only its beginning and its end. v shows all of it …`),
        ...rowsOf(text.slice(-enough)).slice(-half),
      ];
  const say = (mark: string, lines: readonly string[], tone: (line: string) => string) =>
    lines.flatMap((line) => wrapWords(`${mark} ${line}`, width).split("\n").map(tone));
  const rows = [...shown, ...say("·", notes, style.dim), ...say("!", warnings, style.yellow)];
  return { text: rows.map((row) => `${INDENT}${row}\n`).join(""), isCut };
}

function lengthOf(text: string): string {
  const lines = text.split("\n").length;
  const characters = `${text.length} characters`;
  return lines === 1 ? characters : `${lines} lines, ${characters}`;
}

/** What `exactText` wrote in place of something that cannot be seen. */
const ESCAPE = /\\u\{[0-9a-f]+\}|‹\d+ blanks›/g;

/** Colours a row by the line it belongs to. */
function painter(isDiff: boolean, style: Style): (line: string, row: string) => string {
  const marked = (row: string) => row.replaceAll(ESCAPE, (found) => style.inverse(found));
  if (!isDiff) return (_line, row) => marked(row);
  return (line, row) => {
    if (/^(?:---|\+\+\+) /.test(line)) return style.bold(marked(row));
    if (line.startsWith("@@")) return style.cyan(marked(row));
    if (line.startsWith("+")) return style.green(marked(row));
    return line.startsWith("-") ? style.red(marked(row)) : marked(row);
  };
}
