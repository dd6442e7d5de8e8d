/** Sorts what Mermaid throws into what the caller is told, with the place in the source. */
import { TooManyElements } from "../dom/document.js";
import { openingAt, undrawnKind } from "../kinds.js";
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
  const edges = /edge limit exceeded.*limit is (\d+)/i.exec(message)?.[1];
  if (edges !== undefined)
    return {
      reason: "limit",
      message: `the diagram has more than ${edges} edges, and no more are drawn unless limits.edges is raised`,
    };
  if (/maximum text size/i.test(message) || inner instanceof TooManyElements)
    return { reason: "limit", message };
  if (inner instanceof RangeError && /call stack/i.test(message))
    return { reason: "limit", message: "the diagram is nested too deeply" };
  if (!(error instanceof ParseFailure)) return { reason: "render", message };
  // Its message ends with the source, where any number might stand.
  const isUnknownKind = message.startsWith("No diagram type detected");
  const position = isUnknownKind ? null : positionOf(inner);
  const start = openingAt(source);
  const opening = source.slice(0, start).split("\n");
  const line = position ? originalLine(source, position.line) : opening.length;
  return {
    reason: "syntax",
    message: (isUnknownKind && undrawnKind(source.slice(start))) || message,
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
  if (hash) return jisonPosition(record(hash));
  const { lexerErrors, parserErrors } = record(result);
  const { token } = first(parserErrors);
  const found = { ...record(token), ...first(lexerErrors) };
  const line = numberOr(found.line, numberOr(found.startLine, 0));
  if (line > 0) return { line, column: Math.max(1, numberOr(found.column, numberOr(found.startColumn, 1))) };
  const named = /\bline:?\s+(\d+)(?:,? column:? (\d+))?/i.exec(messageOf(error));
  return named ? { line: Math.max(1, Number(named[1])), column: Math.max(1, Number(named[2] ?? 1)) } : null;
}

/**
 * Where a parser made by jison stopped. It counts the lines of the token that it did not expect from 0, and says where
 * the token before it stands; a token that is no more than the end of a line or of all is put there.
 */
function jisonPosition({ line, loc, text }: Record<string, unknown>): Position | null {
  const place = record(loc);
  const at = numberOr(line, -1) + 1;
  if (at < 1) return null;
  const column = (name: string): number => numberOr(place[name], 0) + 1;
  const lastLine = numberOr(place["last_line"], at);
  const isEnd = typeof text === "string" && text.trim() === "" && lastLine > 0;
  if (isEnd && lastLine < at) return { line: lastLine, column: column("last_column") };
  if (place["first_line"] === at) return { line: at, column: column("first_column") };
  return { line: at, column: lastLine === at ? column("last_column") : 1 };
}
