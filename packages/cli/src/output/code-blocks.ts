/** Markdown cut at its fenced blocks, also those that stand in a list. */

export type MarkdownPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly code: string };

const OPENING = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;

/** The pieces in their order. A block that does not end goes to the end of the text. */
export function markdownPieces(markdown: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let text: string[] = [];
  let open: { marker: string; indent: string; language: string; lines: string[] } | undefined;
  const endText = () => {
    if (text.some((line) => line.trim() !== "")) pieces.push({ kind: "text", text: text.join("\n") });
    text = [];
  };
  const endCode = () => {
    if (open) pieces.push({ kind: "code", language: open.language, code: open.lines.join("\n") });
    open = undefined;
  };
  for (const line of markdown.split("\n")) {
    if (open) {
      const body = line.trim();
      if (body.startsWith(open.marker) && body === open.marker.charAt(0).repeat(body.length)) endCode();
      else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
      continue;
    }
    const [, indent = "", marker, language = ""] = OPENING.exec(line) ?? [];
    if (marker === undefined) text.push(line);
    else {
      endText();
      open = { marker, indent, language: language.toLowerCase(), lines: [] };
    }
  }
  endCode();
  endText();
  return pieces;
}

/** The code of all blocks. */
export const codeBlocks = (markdown: string): string[] =>
  markdownPieces(markdown).flatMap((piece) => (piece.kind === "code" ? [piece.code] : []));
