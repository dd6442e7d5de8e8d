/**
 * Errors inside an answer that began with 200. Servers put them under `error`, under other names, flat into the chunk, into a
 * status field, into a list, or write them as plain text; whatever the shape, the answer has failed.
 */
import { isRecord, record } from "../provider/untrusted.js";

const FAILED_STATUS = /^(fail|error|incomplete|cancel|abort|expired|timeout|reject)/i;
const GOOD_CODE = /^(0|2\d\d|ok|success|null|none)?$/i;
/** What a server may say flatly while all is well. */
const HARMLESS =
  /^[\W_]*(ping|pong|heart[\s_-]?beat|keep[\s_-]?alive|ok|success|hb|no-?op|processing|queued?|waiting|pending|in[\s_-]progress|started|connected|ready)\b/i;
const NAMES = ["error", "errors", "error_message", "errorMessage", "error_msg", "err_msg", "exception"];

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && value !== "" && value !== 0;
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** A number or word that says failure: `500`, `"InvalidApiKey"`. */
function isBadCode(value: unknown): boolean {
  if (typeof value === "number") return value !== 0 && (value < 200 || value > 299);
  return typeof value === "string" && !GOOD_CODE.test(value.trim());
}

/** Whether a chunk's own fields call the answer failed, whatever else is in it. */
function isDeclaredFailed(chunk: Record<string, unknown>): boolean {
  const { object, type, status, success, ok } = chunk;
  if (object === "error" || type === "error" || success === false || ok === false) return true;
  if (typeof status === "string" && FAILED_STATUS.test(status.trim())) return true;
  if (typeof status === "number" && status >= 400) return true;
  if (isBadCode(record(chunk["base_resp"])["status_code"])) return true;
  return ["error_code", "status_code", "statusCode"].some((name) => {
    const code = chunk[name];
    return code !== undefined && code !== null && isBadCode(code);
  });
}

/** What a chunk without a choice says flatly: `{"detail": "..."}`, `{"code": 500, "msg": "..."}`. */
function isFlatError(chunk: Record<string, unknown>): boolean {
  if (isSaid(chunk["detail"]) || isSaid(chunk["details"])) return true;
  const said = [chunk["message"], chunk["msg"], chunk["reason"], chunk["title"]].find(
    (value) => typeof value === "string" && value.trim() !== "",
  );
  if (typeof said !== "string") return false;
  const { code } = chunk;
  if (code !== undefined && code !== null) return isBadCode(code);
  return !HARMLESS.test(said);
}

/** The error that a chunk reports, in whatever shape it came; undefined when it reports none. */
export function reportedError(chunk: Record<string, unknown>, choice: Record<string, unknown>): unknown {
  const hasChoice = Object.keys(choice).length > 0;
  for (const name of NAMES) {
    const error = chunk[name];
    // Some servers write an empty one beside every good piece.
    if (isSaid(error) && !(hasChoice && isEmpty(error)))
      return name === "error" && isRecord(error) ? error : chunk;
  }
  for (const part of [choice, record(choice["delta"]), record(choice["message"])]) {
    const { error } = part;
    if (isSaid(error) && !isEmpty(error)) return error;
  }
  if (isDeclaredFailed(chunk) || (!hasChoice && isFlatError(chunk))) return chunk;
  return undefined;
}

/** Whether the data of an event only says that the connection lives: empty, `ping`, `null`, `keep-alive`. */
export function isHeartbeat(data: string): boolean {
  const text = data.trim();
  return text === "" || text === "null" || text === "true" || (text.length < 40 && HARMLESS.test(text));
}

/** `[DONE]`, as it is written and as it is miswritten: in quotes, in lower case, with blanks. */
export function isDone(data: string): boolean {
  return data === "[DONE]" || (data.length < 24 && /^["'\s]*\[\s*done\s*\]["'\s;,.]*$/i.test(data));
}
