/** Errors inside a stream that began well, in the shapes that servers and proxies use; [DONE] follows each of them. */
import type { Frame } from "../chat/frames.js";
import { beforeEnd, data, done, json, raw, until } from "./bend.js";
import type { FaultDefinition } from "./definition.js";
import { failed } from "./outcomes.js";

const WORDS = "The engine died.";
const finish = json({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });

export const reportedFaults = {
  "error-object": shaped(
    { object: "error", message: WORDS, code: 500 },
    "An object that calls itself `error`",
  ),
  "error-typed": shaped(
    { type: "error", error: { type: "overloaded_error", message: WORDS } },
    "An object of the type `error`",
  ),
  "error-text": shaped({ error: WORDS }, "`error` is a text"),
  "error-nested": shaped({ error: { error: { message: WORDS } } }, "The words stand two levels down"),
  "error-list": shaped({ errors: [{ message: WORDS }] }, "A list of `errors`"),
  "error-google-list": shaped(
    [{ error: { code: 503, message: WORDS, status: "UNAVAILABLE" } }],
    "A list with an error in it",
  ),
  "error-detail": shaped({ detail: WORDS }, "A bare `detail`"),
  "error-detail-list": shaped({ detail: [{ msg: WORDS, loc: ["body"] }] }, "A list of details"),
  "error-status-failed": shaped({ status: "failed", message: WORDS }, "A `status` that is `failed`"),
  "error-status-number": shaped({ status: 500, title: WORDS }, "A `status` of 500"),
  "error-flat-message": shaped({ message: WORDS }, "A bare `message`"),
  "error-code-message": shaped(
    { code: "InternalError", message: WORDS, request_id: "1" },
    "Code and message, flat",
  ),
  "error-number-code": shaped({ error_code: 336_000, error_msg: WORDS }, "`error_code` and `error_msg`"),
  "error-base-response": shaped(
    { base_resp: { status_code: 1013, status_msg: WORDS } },
    "A bad status in `base_resp`",
  ),
  "error-no-success": shaped({ success: false, msg: WORDS }, "`success` is false"),
  "error-in-choice": shaped(
    { choices: [{ index: 0, delta: {}, error: { message: WORDS } }] },
    "An error in the choice",
  ),
  "error-in-delta": shaped(
    { choices: [{ index: 0, delta: { error: { message: WORDS } } }] },
    "An error in the delta",
  ),
  "error-beside-choice": shaped(
    { choices: [{ index: 0, delta: {}, finish_reason: null }], error: { message: WORDS } },
    "An error beside an empty choice",
  ),
  "error-words": reported([data(WORDS)], "Plain words"),
  "error-json-text": reported([data(JSON.stringify(WORDS))], "A JSON text"),
  "error-event": reported(
    [raw(`event: error\ndata: ${JSON.stringify({ message: WORDS })}\n\n`)],
    "An event called `error`",
  ),
  "error-event-words": reported(
    [raw(`event: error\ndata: ${WORDS}\n\n`)],
    "An event called `error` with plain words",
  ),
  "error-stray-line": reported(
    [raw(`${JSON.stringify({ error: { message: WORDS } })}\n\n`)],
    "A line without `data:`",
  ),
  "error-html": reported([raw("<html><title>502 Bad Gateway</title></html>\n\n")], "A proxy's page"),
  "error-then-finish": failed(
    "An error in the stream, then a finish reason `stop` and [DONE]. Reads `afterChunks` (3).",
    (frames, options) =>
      until(frames, [json({ error: { message: WORDS } }), finish, done], options.afterChunks),
  ),
  "error-at-end": failed(
    "An error in place of the finish reason, after the whole text, then [DONE].",
    (frames) => beforeEnd(frames, [json({ object: "error", message: WORDS }), done]),
  ),
  "error-first": failed("A flat error in place of the first chunk, then [DONE].", (frames) =>
    until(frames, [json({ object: "error", message: WORDS, code: 500 }), done], 0),
  ),
} as const satisfies Record<string, FaultDefinition>;

function shaped(shape: unknown, what: string): FaultDefinition {
  return reported([json(shape)], what);
}

function reported(error: readonly Frame[], what: string): FaultDefinition {
  return failed(
    `${what} reports an error after the 200, then [DONE]. Reads \`afterChunks\` (3).`,
    (frames, options) => until(frames, [...error, done], options.afterChunks),
  );
}
