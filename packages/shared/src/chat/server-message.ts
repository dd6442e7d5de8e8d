/** What a server said about a failure, wherever in its answer that stands, made safe to show. */
import { isRecord, jsonIn, record, safeLine } from "../provider/untrusted.js";

export interface ServerMessage {
  text: string;
  /** `type` and `code` of the error, lower case, where there are any. */
  type: string;
  code: string;
  /** Everything the error object holds, for services that say more. */
  fields: Record<string, unknown>;
  /** Headers of another server that the body hands on. */
  headers?: Record<string, unknown>;
}

const word = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";

/** Where servers keep their words, the likeliest first. What holds an object or a list is looked into. */
const PLACES = [
  "error",
  "message",
  "detail",
  "details",
  "errors",
  "msg",
  "error_message",
  "errorMessage",
  "error_description",
  "error_msg",
  "err_msg",
  "status_msg",
  "faultstring",
  "fault",
  "base_resp",
  "exception",
  "cause",
  "reason",
  "description",
  "title",
  "response",
  "body",
  "data",
  "text",
];
const DEEPEST_PLACE = 8;
/** A list of complaints is told up to here. */
const COMPLAINTS = 5;

function htmlText(body: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1]?.trim();
  return `an HTML page${title ? ` titled "${title}"` : ""} instead of an API answer`;
}

/** Whether a body is a page for a browser. */
export const isHtml = (body: string): boolean => /^\s*<(!doctype|html|head|body|\?xml|!--)/i.test(body);

/** The words in a value, and the object in which they stand. */
function findWords(
  value: unknown,
  holder: Record<string, unknown>,
  depth = 0,
): { text: string; holder: Record<string, unknown> } | undefined {
  if (typeof value === "string") {
    const text = value.trim();
    if (text === "") return undefined;
    const inner = text.startsWith("{") || text.startsWith("[") ? parsed(text) : text;
    return typeof inner === "string" ? { text: inner, holder } : findWords(inner, holder, depth + 1);
  }
  if (depth > DEEPEST_PLACE || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    const found = value
      .slice(0, COMPLAINTS)
      .flatMap((item) => findWords(item, record(item), depth + 1) ?? []);
    const [first] = found;
    return first && { text: [...new Set(found.map(({ text }) => text))].join("; "), holder: first.holder };
  }
  const fields = record(value);
  for (const place of PLACES) {
    const found = findWords(fields[place], fields, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The words in a value of whatever form, if there are any. */
export const wordsIn = (value: unknown): string | undefined => findWords(value, {})?.text;

/** A message out of JSON that was cut off before its end. */
function cutMessage(body: string): string | undefined {
  const quoted = /"(?:message|detail|msg|error)"\s*:\s*("(?:[^"\\]|\\.){1,2000}")/.exec(body)?.[1];
  const words = quoted === undefined ? undefined : jsonIn(quoted);
  return typeof words === "string" ? words : undefined;
}

/** A body as JSON where it is some, as a description where it is a page, else as it is. */
function parsed(body: string): unknown {
  const trimmed = body.trim();
  if (trimmed.startsWith("<")) return htmlText(trimmed);
  const value = jsonIn(trimmed);
  if (value !== undefined) return value;
  const events = /^data:\s*(\{.*\})\s*$/m.exec(trimmed)?.[1];
  if (events !== undefined && events !== trimmed) return parsed(events);
  return cutMessage(trimmed) ?? trimmed;
}

/** Of a Python traceback only the last line is for the user. */
function withoutTraceback(text: string): string {
  if (!text.includes("Traceback (most recent call last)")) return text;
  return text.trimEnd().split("\n").at(-1)?.trim() ?? text;
}

/** Reads an error value that is already parsed: an object, a string, or nothing useful. */
export function readServerError(value: unknown): ServerMessage {
  const outer = record(value);
  const found = findWords(value, outer);
  const named = outer["error"];
  const inner = isRecord(named) ? named : (found?.holder ?? outer);
  const first = (name: string) => word(inner[name]) || word(found?.holder[name]) || word(outer[name]);
  return {
    text: safeLine(withoutTraceback(found?.text ?? "")),
    type: first("type"),
    code: first("code") || first("error_code") || first("status_code"),
    fields: inner,
  };
}

/** Reads the body of an error answer. */
export function readErrorBody(body: string): ServerMessage {
  return readServerError(parsed(body));
}
