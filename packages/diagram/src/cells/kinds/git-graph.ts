/** Git graphs: a row for each commit, a lane for each branch, as a log shows them. */
import { Canvas } from "../canvas.js";
import { DOWN, LEFT, RIGHT, UP } from "../glyphs.js";
import { labelText } from "../label.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import { plain, wrapLines } from "../rich-text.js";
import { cellsOf } from "../width.js";
import type { Painter } from "./scene.js";

interface Commit {
  readonly id: string;
  readonly message?: string;
  readonly seq: number;
  readonly type?: number;
  readonly customType?: number;
  readonly tags?: readonly string[];
  readonly parents?: readonly string[];
  readonly branch: string;
}

interface GitDb {
  getCommitsArray(): readonly Commit[];
  getBranchesAsObjArray(): readonly { readonly name: string }[];
}

const REVERSE = 1;
const HIGHLIGHT = 2;
const MERGE = 3;
const CHERRY_PICK = 4;
const LANE = 4;

export const paintGitGraph: Painter = (db, scene) => {
  const git = db as GitDb;
  const commits = [...git.getCommitsArray()].sort((one, other) => one.seq - other.seq);
  const branches = git.getBranchesAsObjArray().map((branch) => branch.name);
  const canvas = new Canvas();
  const lane = Math.max(2, Math.min(LANE, Math.floor((scene.columns * 0.4) / Math.max(1, branches.length))));
  const columnOf = (branch: string): number => Math.max(0, branches.indexOf(branch)) * lane;
  const colorOf = (branch: string): Rgb | null =>
    scene.hasColor ? lineColor(seriesColor(Math.max(0, branches.indexOf(branch))), scene.background) : null;
  const text = branches.length * lane + 1;
  const rows = new Map<string, number>();
  const last = new Map<string, number>();
  for (const commit of commits) last.set(commit.branch, commit.seq);
  let row = 0;
  const started = new Set<string>();
  const ends = new Map<string, number>();
  for (const commit of commits) {
    const column = columnOf(commit.branch);
    const color = colorOf(commit.branch);
    const isNew = !started.has(commit.branch);
    started.add(commit.branch);
    const [own, ...others] = commit.parents ?? [];
    const parents = commits.filter((one) => one.id === own || others.includes(one.id));
    for (const parent of parents)
      if (parent.branch !== commit.branch) {
        const from = columnOf(parent.branch);
        const isPick = (commit.customType ?? commit.type) === CHERRY_PICK && parent.id !== own;
        join(canvas, from, column, row, rows.get(parent.id) ?? row, {
          fg: isNew ? color : colorOf(parent.branch),
          dash: isPick,
        });
      } else
        for (let at = (rows.get(parent.id) ?? row) + 1; at < row; at += 1)
          canvas.line(column, at, UP | DOWN, { fg: color });
    canvas.sign(column, row, signOf(commit), color);
    rows.set(commit.id, row);
    ends.set(commit.branch, row);
    const parts = [
      ...(isNew ? [{ text: `[${labelText(commit.branch)}]`, bold: true }] : []),
      { text: titleOf(commit), bold: false },
      ...(commit.tags ?? []).map((tag) => ({ text: `<<${labelText(tag)}>>`, bold: false })),
    ];
    const words = parts.flatMap((part, index) => (index > 0 ? [{ text: " " }, part] : [part]));
    for (const line of wrapLines([words], Math.max(8, scene.columns - text))) {
      canvas.label(text, row, line, { fg: color });
      row += 1;
    }
  }
  for (const branch of branches)
    if (!started.has(branch)) {
      for (const line of wrapLines([plain(`[${labelText(branch)}]`)], Math.max(8, scene.columns - text))) {
        canvas.label(text, row, line, { bold: true, fg: colorOf(branch) });
        row += 1;
      }
    }
  return { canvas };
};

function titleOf(commit: Commit): string {
  const id = labelText(commit.id);
  const message = labelText(commit.message);
  // Merges have a message of their own making.
  if ((commit.type ?? 0) === MERGE || !message || message === id) return id;
  return cellsOf(id) > 0 ? `${id} ${message}` : message;
}

function signOf(commit: Commit): string {
  switch (commit.customType ?? commit.type) {
    case REVERSE:
      return "✕";
    case HIGHLIGHT:
      return "■";
    case MERGE:
      return "◉";
    case CHERRY_PICK:
      return "◆";
    default:
      return "●";
  }
}

/** A line from a commit of another lane, along that lane and then across. */
function join(
  canvas: Canvas,
  from: number,
  to: number,
  row: number,
  parentRow: number,
  stroke: { fg: Rgb | null; dash: boolean },
): void {
  const style = { ...stroke, round: true, behind: true };
  for (let at = parentRow + 1; at < row; at += 1)
    if (!canvas.peek(from, at)?.glyph) canvas.line(from, at, UP | DOWN, style);
  if (!canvas.peek(from, row)?.glyph) canvas.line(from, row, UP | (to > from ? RIGHT : LEFT), style);
  const step = to > from ? 1 : -1;
  for (let at = from + step; at !== to; at += step)
    if (!canvas.peek(at, row)?.glyph) canvas.line(at, row, LEFT | RIGHT, style);
}
