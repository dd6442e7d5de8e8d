/**
 * Errors inside an answer that began with 200. Servers put them under `error`, under other names, flat into the chunk, into a
 * status field, into a list, or write them as plain text; whatever the shape, the answer has failed.
 */
import { type Fields, isRecord } from "../provider/untrusted.js";

const FAILED_STATUS = /^(fail|error|incomplete|cancel|abort|expired|timeout|reject)/i;
const GOOD_CODE = /^(0|2\d\d|ok|success|null|none)?$/i;
/** What a server may say flatly while all is well. */
const HARMLESS =
  /^[\W_]*(ping|pong|heart[\s_-]?beat|keep[\s_-]?alive|ok|success|hb|no-?op|processing|queued?|waiting|pending|in[\s_-]progress|started|connected|ready)\b/i;

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
function isDeclaredFailed(chunk: Fields): boolean {
  const { object, type, status, success, ok, base_resp: base, error_code, status_code, statusCode } = chunk;
  if (object === "error" || type === "error" || success === false || ok === false) return true;
  if (typeof status === "string" && FAILED_STATUS.test(status.trim())) return true;
  if (typeof status === "number" && status >= 400) return true;
  if (isRecord(base) && isBadCode(base["status_code"])) return true;
  return isBadCode(error_code) || isBadCode(status_code) || isBadCode(statusCode);
}

const words = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** What a chunk without a choice says flatly: `{"detail": "..."}`, `{"code": 500, "msg": "..."}`. */
function isFlatError({ detail, details, message, msg, reason, title, code }: Fields): boolean {
  if (isSaid(detail) || isSaid(details)) return true;
  const said = words(message) ?? words(msg) ?? words(reason) ?? words(title);
  if (said === undefined) return false;
  if (code !== undefined && code !== null) return isBadCode(code);
  return !HARMLESS.test(said);
}

const isFull = (error: unknown): boolean => isSaid(error) && !isEmpty(error);
const isAlone = (choice: Fields | undefined): boolean => choice === undefined || isEmpty(choice);

/** Some servers write an empty error beside every good piece. */
const isTold = (error: unknown, choice: Fields | undefined): boolean =>
  isSaid(error) && (!isEmpty(error) || isAlone(choice));

/** Whether an error stands in a chunk under one of the other names. */
function hasOtherError(chunk: Fields, choice: Fields | undefined): boolean {
  const { errors, error_message, errorMessage, error_msg, err_msg, exception } = chunk;
  return (
    isTold(errors, choice) ||
    isTold(error_message, choice) ||
    isTold(errorMessage, choice) ||
    isTold(error_msg, choice) ||
    isTold(err_msg, choice) ||
    isTold(exception, choice)
  );
}

/**
 * The error that a chunk reports, in whatever shape it came; undefined when it reports none. Every chunk comes through here, so its
 * fields are looked at by name, without a list or a loop.
 */
export function reportedError(chunk: Fields, choice: Fields | undefined): unknown {
  const { error } = chunk;
  if (isTold(error, choice)) return isRecord(error) ? error : chunk;
  if (hasOtherError(chunk, choice)) return chunk;
  if (choice) {
    const { error: own, delta, message } = choice;
    if (isFull(own)) return own;
    if (isRecord(delta) && isFull(delta["error"])) return delta["error"];
    if (isRecord(message) && isFull(message["error"])) return message["error"];
  }
  if (isDeclaredFailed(chunk) || (isFlatError(chunk) && isAlone(choice))) return chunk;
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
