/** One request of a batch, and one line of its output, as OpenAI's batch files have them. */
import { randomUUID } from "node:crypto";
import { ConfigurationError, isRecord, jsonIn } from "@framework/shared";

export interface BatchRequest {
  custom_id: string;
  /** The body of a chat completion. */
  body: Record<string, unknown>;
}

export interface BatchResult {
  id: string;
  custom_id: string;
  response: { status_code: number; body: object } | null;
  error: { code: string; message: string } | null;
}

const CHAT = "/v1/chat/completions";

/** Reads a line of input; an error names it by its number. */
export function readBatchLine(text: string, number: number): BatchRequest {
  const wrong = (what: string) => new ConfigurationError(`Line ${number} of the input: ${what}.`);
  const line = jsonIn(text);
  if (line === undefined) throw wrong("this is no JSON");
  if (!isRecord(line)) throw wrong("this is no JSON object");
  const { custom_id, url, body } = line;
  if (typeof custom_id !== "string" || custom_id === "") throw wrong("custom_id is missing");
  if (url !== undefined && url !== CHAT) throw wrong(`only ${CHAT} is served, not ${JSON.stringify(url)}`);
  if (!isRecord(body)) throw wrong("body is missing");
  return { custom_id, body };
}

export function answered(custom_id: string, body: object): BatchResult {
  return { id: newId(), custom_id, response: { status_code: 200, body }, error: null };
}

export function failed(
  custom_id: string,
  status: number,
  body: { error: { code: string | null; message: string } },
): BatchResult {
  const { code, message } = body.error;
  return {
    id: newId(),
    custom_id,
    response: { status_code: status, body },
    error: { code: code ?? "error", message },
  };
}

/** The id of an output line and whether it holds an answer; undefined when it is torn. */
export function readResult(text: string): { custom_id: string; isAnswered: boolean } | undefined {
  const line = jsonIn(text);
  if (!isRecord(line) || typeof line["custom_id"] !== "string") return undefined;
  return { custom_id: line["custom_id"], isAnswered: line["error"] === null };
}

const newId = () => `batch_req_${randomUUID()}`;
