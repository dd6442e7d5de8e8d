/** The Markdown that models write, as HTML. Everything that is no mark is escaped, so nothing in it can act. */

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Text without fenced blocks. */
export function textHtml(markdown: string): string {
  const lines = markdown.split("\n");
  const html: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (line.trim() === "") at += 1;
    else if (RULE.test(line)) {
      html.push("<hr>");
      at += 1;
    } else if (HEADING.test(line)) {
      const [, marks = "", text = ""] = HEADING.exec(line) ?? [];
      html.push(`<h${marks.length}>${inlineHtml(text)}</h${marks.length}>`);
      at += 1;
    } else {
      const end = blockEnd(lines, at);
      html.push(blockHtml(lines.slice(at, end)));
      at = end;
    }
  }
  return html.join("\n");
}

type Block = "quote" | "list" | "table" | "paragraph";

function kindOf(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? "";
  if (/^\s*>/.test(line)) return "quote";
  if (ITEM.test(line)) return "list";
  return line.includes("|") && TABLE_RULE.test(lines[at + 1] ?? "") ? "table" : "paragraph";
}

/** Where a block ends: at an empty line, and for a paragraph where something else begins. */
function blockEnd(lines: readonly string[], start: number): number {
  const kind = kindOf(lines, start);
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      // A list goes on after an empty line.
      if (kind === "list" && /^(?:\s{2,}\S|\s*(?:[-*+]|\d{1,9}[.)])\s)/.test(lines[at + 1] ?? "")) continue;
      break;
    }
    if (kind === "paragraph" && (kindOf(lines, at) !== "paragraph" || HEADING.test(line) || RULE.test(line)))
      break;
  }
  return at;
}

function blockHtml(lines: readonly string[]): string {
  switch (kindOf(lines, 0)) {
    case "quote":
      return `<blockquote>${textHtml(lines.map((line) => line.replace(/^\s*> ?/, "")).join("\n"))}</blockquote>`;
    case "list":
      return listHtml(lines);
    case "table":
      return tableHtml(lines);
    default:
      return `<p>${lines.map((line) => inlineHtml(line.trim())).join("\n")}</p>`;
  }
}

function listHtml(lines: readonly string[]): string {
  const [, margin = "", mark = ""] = ITEM.exec(lines[0] ?? "") ?? [];
  const tag = /\d/.test(mark) ? "ol" : "ul";
  const items: string[][] = [];
  for (const line of lines) {
    const [, indent = "", , text = ""] = ITEM.exec(line) ?? [];
    const isItem = ITEM.test(line) && indent.length <= margin.length;
    if (isItem) items.push([text]);
    else
      items.at(-1)?.push(line.trim() === "" ? "" : line.slice(Math.min(indentOf(line), margin.length + 2)));
  }
  const body = items.map(([first = "", ...rest]) => {
    const more = rest.some((line) => line.trim() !== "") ? `\n${textHtml(rest.join("\n"))}` : "";
    return `<li>${inlineHtml(first)}${more}</li>`;
  });
  return `<${tag}>\n${body.join("\n")}\n</${tag}>`;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function tableHtml([head = "", , ...rows]: readonly string[]): string {
  const row = (line: string, tag: "th" | "td") =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${inlineHtml(cell)}</${tag}>`)
      .join("")}</tr>`;
  return `<table>\n${row(head, "th")}\n${rows.map((line) => row(line, "td")).join("\n")}\n</table>`;
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** Code first, because nothing in it is a mark; then links, then emphasis. */
export function inlineHtml(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<code>${escapeHtml(part.replaceAll(/^`+ ?| ?`+$/g, ""))}</code>` : marksHtml(part),
    )
    .join("");
}

const LINK = /\[([^\]\n]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000}|mailto:[^\s()<>]{1,500})\)/;

function marksHtml(text: string): string {
  const parts: string[] = [];
  let rest = text;
  for (let link = LINK.exec(rest); link; link = LINK.exec(rest)) {
    const [whole, label = "", address = ""] = link;
    parts.push(emphasis(rest.slice(0, link.index)));
    parts.push(`<a href="${escapeHtml(address)}" rel="noreferrer noopener">${emphasis(label)}</a>`);
    rest = rest.slice(link.index + whole.length);
  }
  return [...parts, emphasis(rest)].join("");
}

const emphasis = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/\*\*(?=\S)([^*]+?)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, "<em>$1</em>")
    .replaceAll(/~~(?=\S)([^~]+?)~~/g, "<del>$1</del>");
