/** A table that was written as HTML, as rows of Markdown, so that it is drawn like any other. */

const TABLE = /<table\b[^>]*>([^]*?)<\/table\s*>/i;
const ROW = /<tr\b[^>]*>([^]*?)<\/tr\s*>/gi;
const CELL = /<(t[hd])\b[^>]*>([^]*?)<\/\1\s*>/gi;
/** What does not fit into rows of one line each, or of as many cells. */
const TOO_MUCH = /<(?:table|pre|ul|ol|dl|details|h[1-6])\b|\b(?:col|row)span\b/i;

interface FoundTable {
  readonly before: string;
  /** With the delimiter row. */
  readonly rows: string;
  readonly after: string;
}

/** The first table of a block of HTML, where it has a head and cells of text. */
export function htmlTable(html: string): FoundTable | undefined {
  const match = TABLE.exec(html);
  const content = match?.[1]?.replaceAll(/<!--[^]*?-->/g, "");
  if (!match || content === undefined || TOO_MUCH.test(content)) return undefined;
  const rows = Array.from(content.matchAll(ROW), ([, row = ""]) => cellsOf(row));
  const [head = [], ...others] = rows;
  if (head.length === 0 || !head.every(({ isHead }) => isHead)) return undefined;
  const delimiters = head.map(() => "---");
  const lines = [head, ...others].map((cells) => cells.map(({ text }) => text));
  lines.splice(1, 0, delimiters);
  return {
    before: html.slice(0, match.index),
    rows: lines.map((cells) => `| ${cells.join(" | ")} |\n`).join(""),
    after: html.slice(match.index + match[0].length),
  };
}

/** In HTML the marks of Markdown mean nothing. */
const cellsOf = (row: string) =>
  Array.from(row.matchAll(CELL), ([, tag = "", text = ""]) => ({
    isHead: tag.toLowerCase() === "th",
    text: text
      .replaceAll(/\s+/g, " ")
      .trim()
      .replaceAll(/[\\`*_~[\]$|]/g, "\\$&"),
  }));
