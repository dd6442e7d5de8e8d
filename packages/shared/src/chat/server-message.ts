/** What a server said about a failure, from any of the shapes that servers use, made safe to show. */
import { record, safeLine } from "../provider/untrusted.js";

export interface ServerMessage {
  text: string;
  /** `type` and `code` of the error, lower case, where there are any. */
  type: string;
  code: string;
  metadata: Record<string, unknown>;
  /** Everything the error object holds, for services that say more. */
  fields: Record<string, unknown>;
}

const word = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";

function detailText(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return "";
  return detail
    .map((item: unknown) => record(item)["msg"])
    .filter((text) => typeof text === "string")
    .join("; ");
}

function htmlText(body: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1]?.trim();
  return `an HTML page${title ? ` titled "${title}"` : ""} instead of an API answer`;
}

/** The text of an error value and the object that holds its other fields. */
function ownWords(value: unknown): {
  text: string;
  outer: Record<string, unknown>;
  inner: Record<string, unknown>;
} {
  const outer = record(value);
  const inner =
    typeof outer["error"] === "string" ? { message: outer["error"] } : record(outer["error"] ?? outer);
  const text =
    typeof value === "string"
      ? value
      : typeof inner["message"] === "string"
        ? inner["message"]
        : detailText(outer["detail"]) || (typeof outer["message"] === "string" ? outer["message"] : "");
  return { text, outer, inner };
}

/** What a vendor behind a gateway said, where the gateway hands it on: "Provider returned error" explains nothing. */
function upstreamWords({ raw, provider_name: name }: Record<string, unknown>): string {
  const { text } = ownWords(typeof raw === "string" ? parsed(raw) : raw);
  return text === "" ? "" : ` (${typeof name === "string" ? name : "upstream"}: ${text})`;
}

/** A body as JSON where it is some, as a description where it is a page, else as it is. */
function parsed(body: string): unknown {
  const trimmed = body.trim();
  if (trimmed.startsWith("<")) return htmlText(trimmed);
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

/** Reads an error value that is already parsed: an object, a string, or nothing useful. */
export function readServerError(value: unknown): ServerMessage {
  const { text, outer, inner } = ownWords(value);
  const metadata = record(inner["metadata"]);
  return {
    text: safeLine(text + upstreamWords(metadata)),
    type: word(metadata["error_type"]) || word(inner["type"]),
    code: word(inner["code"]) || word(outer["code"]),
    metadata,
    fields: inner,
  };
}

/** Reads the body of an error answer. */
export function readErrorBody(body: string): ServerMessage {
  return readServerError(parsed(body));
}
