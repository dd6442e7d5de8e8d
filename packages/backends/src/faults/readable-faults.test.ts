/** The faults of ends, reported errors, odd streams and labels: what is on the wire of each. */
import { expect } from "vitest";
import { testFaults, type FaultTrial } from "../testing/fault-cases.js";
import { finishFaults } from "./finish-faults.js";
import { labelFaults } from "./label-faults.js";
import { oddFaults } from "./odd-faults.js";
import { reportedFaults } from "./reported-faults.js";

type Case = (trial: FaultTrial) => Promise<void>;

/** The stream holds this. */
const holds =
  (...patterns: RegExp[]): Case =>
  async ({ chat }) => {
    const { text } = await chat();
    for (const pattern of patterns) expect(text).toMatch(pattern);
  };
/** The stream lacks this. */
const lacks =
  (pattern: RegExp, ...others: RegExp[]): Case =>
  async (trial) => {
    await holds(...others)(trial);
    expect((await trial.chat()).text).not.toMatch(pattern);
  };
const ends = (reason: string): Case => holds(new RegExp(`"finish_reason":"${reason}"`), /\[DONE\]/);
/** The stream stays open after this. */
const held =
  (pattern: RegExp): Case =>
  async ({ chat, backend }) => {
    const { text } = await chat({}, (soFar) => pattern.test(soFar));
    expect(text).toMatch(/"finish_reason":"stop"/);
    await backend.nextClientClose();
  };
const labelled =
  (header: string, value: string | undefined): Case =>
  async ({ chat }) => {
    const { status, headers, bytes } = await chat();
    expect(status).toBe(200);
    expect(headers[header]).toBe(value);
    expect(bytes.length).toBeGreaterThan(0);
  };
const answers =
  (status: number, text: RegExp): Case =>
  async ({ chat }) => {
    const answer = await chat();
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
  };

const noFinish = /"finish_reason":"/;

testFaults(finishFaults, {
  "done-only-usage": lacks(/"content"/, /\[DONE\]/),
  "done-after-thinking": lacks(noFinish, /"reasoning":/, /\[DONE\]/),
  "finish-unknown": ends("mystery"),
  "finish-number": holds(/"finish_reason":1/),
  "finish-no-resource": ends("insufficient_system_resource"),
  "finish-network": ends("network_error"),
  "finish-timeout": ends("timeout"),
  "finish-failed": ends("failed"),
  "finish-incomplete": ends("incomplete"),
  "finish-malformed-call": ends("MALFORMED_FUNCTION_CALL"),
  "finish-model-length": ends("model_length"),
  "finish-max-tokens": ends("MAX_TOKENS"),
  "finish-recitation": ends("recitation"),
  "finish-upper-case": ends("STOP"),
  "finish-text-null": lacks(/"finish_reason":"stop"/, /"finish_reason":"null"/),
  "finish-on-every-chunk": lacks(/"finish_reason":null/, /\[DONE\]/),
  "finish-on-every-chunk-cut": async ({ chat }) => {
    const { text, broken } = await chat();
    expect(broken).toMatchObject({ code: "ECONNRESET" });
    expect(text).toMatch(/"finish_reason":"stop"/);
  },
  "finish-without-done-held": held(/"finish_reason":"stop"/),
  "done-held": held(/\[DONE\]/),
  "done-with-blanks": holds(/data: \t\[DONE\] \n/),
  "done-in-quotes": holds(/data: "\[DONE\]"/),
  "done-lower-case": holds(/data: \[done\]/),
  "junk-after-finish": holds(/"finish_reason":"stop"[^]*\[\{"del\n/),
  "words-after-finish": holds(/"finish_reason":"stop"[^]*data: bye/),
  "error-after-finish": holds(/"finish_reason":"stop"[^]*"late"/),
  "reset-after-finish": async ({ chat }) => {
    const { text, broken } = await chat();
    expect(broken).toMatchObject({ code: "ECONNRESET" });
    expect(text).toMatch(/"finish_reason":"stop"/);
  },
  "chunks-after-done": holds(/\[DONE\][^]*never said/),
  "answer-cut-then-done": lacks(/six/, /\[DONE\]/),
  "finish-empty-text": lacks(/"finish_reason":"stop"/, /"finish_reason":""/, /six/),
});

const reports = (pattern: RegExp): Case => lacks(/six/, pattern, /\[DONE\]/);

testFaults(reportedFaults, {
  "error-object": reports(/"object":"error","message":/),
  "error-typed": reports(/"type":"error"/),
  "error-text": reports(/"error":"The engine/),
  "error-nested": reports(/"error":\{"error":\{/),
  "error-list": reports(/"errors":\[/),
  "error-google-list": reports(/data: \[\{"error"/),
  "error-detail": reports(/"detail":"/),
  "error-detail-list": reports(/"detail":\[/),
  "error-status-failed": reports(/"status":"failed"/),
  "error-status-number": reports(/"status":500/),
  "error-flat-message": reports(/data: \{"message":/),
  "error-code-message": reports(/"code":"InternalError"/),
  "error-number-code": reports(/"error_code":336000/),
  "error-base-response": reports(/"base_resp":/),
  "error-no-success": reports(/"success":false/),
  "error-in-choice": reports(/"delta":\{\},"error":/),
  "error-in-delta": reports(/"delta":\{"error":/),
  "error-beside-choice": reports(/"finish_reason":null\}\],"error":/),
  "error-words": reports(/data: The engine died\./),
  "error-json-text": reports(/data: "The engine died\."/),
  "error-event": reports(/event: error\ndata: \{/),
  "error-event-words": reports(/event: error\ndata: The/),
  "error-stray-line": reports(/\n\{"error":/),
  "error-html": reports(/\n<html>/),
  "error-then-finish": reports(/"error":[^]*"finish_reason":"stop"/),
  "error-at-end": holds(/six[^]*"object":"error"[^]*\[DONE\]/),
  "error-first": lacks(/"role"/, /^data: \{"object":"error"/),
});

testFaults(oddFaults, {
  "heartbeat-empty": holds(/\ndata:\n\n/),
  "heartbeat-blank": holds(/data: {3}\n/),
  "heartbeat-ping": holds(/data: ping\n/),
  "heartbeat-null": holds(/data: null\n/),
  "heartbeat-object": holds(/data: \{\}\n/),
  "heartbeat-typed": holds(/event: ping\ndata: /),
  "heartbeat-text": holds(/data: "keep-alive"\n/),
  "heartbeat-empty-choices": holds(/data: \{"choices":\[\]\}/),
  "heartbeat-comment": holds(/: ping\n/),
  "message-at-end": holds(/"message":\{"role":"assistant","content":"You said/),
  "message-chunks": lacks(/"delta"/, /"message":\{/),
  "number-content": holds(/"content":42?[,}]/),
  "content-parts": holds(/"content":\[\{"type":"text"/),
  "other-choices": holds(/"index":1/),
  "choice-index-text": holds(/"index":"0"/),
  "choice-no-index": lacks(/"index"/),
  "two-chunks-in-one-event": holds(/\}\ndata: \{/),
  "no-last-blank-line": holds(/"finish_reason":"stop"[^\n]*$/),
  "extra-fields": holds(/"status_msg":"success"/),
});

testFaults(labelFaults, {
  "type-upper-case": labelled("content-type", "Text/Event-Stream; Charset=UTF-8"),
  "type-plain": labelled("content-type", "text/plain"),
  "type-octets": labelled("content-type", "application/octet-stream"),
  "type-json": labelled("content-type", "application/json"),
  "type-ndjson": labelled("content-type", "application/x-ndjson"),
  "type-missing": labelled("content-type", undefined),
  "json-as-events": async (trial) => {
    await labelled("content-type", "text/event-stream")(trial);
    await holds(/^\{"id"/)(trial);
  },
  "json-as-text": async (trial) => {
    await labelled("content-type", "text/plain")(trial);
    await holds(/^\{"id"/)(trial);
  },
  "json-lines": lacks(/data:/, /^\{"id"[^\n]*\n\{"id"/),
  "blank-before-json": holds(/^\n \n\{"id"/),
  "login-page": answers(200, /<title>Sign in/),
  "words-with-200": answers(200, /It works/),
  "empty-with-200": answers(200, /^$/),
  "null-with-200": answers(200, /^null$/),
  "202": answers(202, /queued/),
  "204": answers(204, /^$/),
  "not-http": ({ chat }) => expect(chat()).rejects.toMatchObject({ code: expect.stringContaining("HPE_") }),
  "header-overflow": ({ chat }) => expect(chat()).rejects.toMatchObject({ code: "HPE_HEADER_OVERFLOW" }),
  deflate: labelled("content-encoding", "deflate"),
  "deflate-raw": labelled("content-encoding", "deflate"),
  "gzip-twice": labelled("content-encoding", "gzip, gzip"),
  brotli: labelled("content-encoding", "br"),
  "gzip-false": async (trial) => {
    await labelled("content-encoding", "gzip")(trial);
    await holds(/^data: \{/)(trial);
  },
  "encoding-unknown": labelled("content-encoding", "x-unknown"),
});
