import { TooManyElements } from "../dom/document.js";
import { openingAt } from "../kinds.js";
import type { DrawFailure } from "../protocol.js";
import { originalLine } from "./source-lines.js";

/** Thrown around an error of Mermaid's parser, as told apart from one of its drawing code. */
export class ParseFailure extends Error {
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super("the source could not be parsed");
    this.cause = cause;
    this.name = "ParseFailure";
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}

const MAX_MESSAGE = 2_000;
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);

/** Sorts an error of Mermaid's (or of our document) into what the caller is told. */
export function describeFailure(error: unknown, source: string): DrawFailure {
  if (error instanceof TooManyElements) return { reason: "limit", message: error.message };
  const inner = error instanceof ParseFailure ? error.cause : error;
  const message = messageOf(inner);
  if (/edge limit exceeded|maximum text size/i.test(message) || inner instanceof TooManyElements)
    return { reason: "limit", message };
  if (inner instanceof RangeError && /call stack/i.test(message))
    return { reason: "limit", message: "the diagram is nested too deeply" };
  if (!(error instanceof ParseFailure)) return { reason: "render", message };
  const position = positionOf(inner);
  const opening = source.slice(0, openingAt(source)).split("\n");
  const line = position ? originalLine(source, position.line) : opening.length;
  return {
    reason: "syntax",
    message,
    line,
    column: position ? position.column : (opening.at(-1)?.length ?? 0) + 1,
  };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const first = (value: unknown): Record<string, unknown> =>
  record(Array.isArray(value) ? value[0] : undefined);
const numberOr = (value: unknown, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) ? value : fallback;

/** Where a parser stopped, in the text that Mermaid gave it; null when it does not say. */
function positionOf(error: unknown): Position | null {
  const { hash, result } = record(error);
  if (hash) {
    const { loc, line } = record(hash);
    const { first_line: firstLine, first_column: firstColumn } = record(loc);
    const at = numberOr(firstLine, numberOr(line, 0));
    if (at > 0) return { line: at, column: numberOr(firstColumn, 0) + 1 };
  }
  const { lexerErrors, parserErrors } = record(result);
  const { token } = first(parserErrors);
  const found = { ...record(token), ...first(lexerErrors) };
  const line = numberOr(found.line, numberOr(found.startLine, 0));
  if (line > 0) return { line, column: Math.max(1, numberOr(found.column, numberOr(found.startColumn, 1))) };
  const named = /\bline:?\s+(\d+)/i.exec(messageOf(error));
  return named ? { line: Math.max(1, Number(named[1])), column: 1 } : null;
}
