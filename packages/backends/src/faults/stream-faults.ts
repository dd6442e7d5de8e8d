/** Faults inside a stream that began well. */
import type { Frame } from "../chat/frames.js";
import type { Words } from "../refusals/problem.js";
import { AFTER_DEFAULT, chain, raw, until as cutAfter, without } from "./bend.js";
import type { FaultDefinition, FaultOptions } from "./definition.js";
import { failed } from "./outcomes.js";

const MESSAGE_DEFAULT = "EngineCore encountered an issue. See stack trace (above) for the root cause.";

/** Faults inside a stream that began well. Where an answer is no stream, its one body suffers the like. */
export const streamFaults = {
  "reset-mid-stream": {
    description: "The connection is reset. Reads `afterChunks` (3).",
    acts: "stream",
    frames: (frames, options) => until(frames, options, [{ kind: "reset" }]),
    body: (body) => [half(body), { kind: "reset" }],
  },
  "close-mid-stream": {
    description: "The connection is closed before the HTTP body is complete. Reads `afterChunks` (3).",
    acts: "stream",
    frames: (frames, options) => until(frames, options, [{ kind: "hang-up" }]),
    body: (body) => [half(body), { kind: "hang-up" }],
  },
  "end-without-finish": {
    description: "The HTTP body ends well, with neither a finish reason nor [DONE]. Reads `afterChunks` (3).",
    acts: "stream",
    frames: (frames, options) => until(frames, options, []),
    body: (body) => [raw(body.replace(/"finish_reason":"\w+"/, '"finish_reason":null'))],
  },
  "finish-without-done": {
    description: "The finish reason comes, [DONE] does not: a complete answer.",
    acts: "stream",
    frames: (frames) => without(frames, "done"),
  },
  "done-without-finish": failed(
    "[DONE] comes, the finish reason does not: the answer may be cut.",
    (frames) => without(frames, "finish"),
  ),
  "error-in-band": {
    description: "An error event after the 200, then the end. Reads `afterChunks` (3) and `message`.",
    acts: "stream",
    frames: (frames, options, words) => until(frames, options, [errorEvent(options, words)]),
    body: errorBody,
  },
  "error-in-band-then-done": {
    description: "An error event after the 200, then [DONE]. Reads `afterChunks` (3) and `message`.",
    acts: "stream",
    frames: (frames, options, words) =>
      until(frames, options, [errorEvent(options, words), { kind: "event", role: "done", data: "[DONE]" }]),
    body: errorBody,
  },
  "finish-reason-error": {
    description: "A bare finish reason `error`, with no error object.",
    acts: "stream",
    truth: "failed",
    reply: (reply) => ({ ...reply, finishReason: "error" }),
  },
  "invalid-json-line": {
    description: "One event that is no JSON, then the stream goes on. Reads `afterChunks` (3).",
    acts: "stream",
    frames: (frames, options) =>
      insert(frames, options, [{ kind: "event", role: "noise", data: '{"choices":[{"delta":{"con' }]),
    body: (body) => [half(body)],
  },
  "stall-mid-stream": {
    description:
      "The stream falls silent and stays open. Reads `afterChunks` (3) and `delayMs`, after which the body ends quietly (never).",
    acts: "stream",
    frames: (frames, options) => until(frames, options, [quiet(options.delayMs)]),
    body: (body, options) => [half(body), quiet(options.delayMs)],
  },
  "keep-alive-stall": {
    description:
      "Only keep-alive comments come. Reads `afterChunks` (3), `delayMs` (50) between comments, and `comments`, after which the stream goes on (never).",
    acts: "stream",
    frames: (frames, options) => insert(frames, options, keepAlive(": keep-alive\n\n", options)),
    body: (body, options) => chain(keepAlive("\n", options), [raw(body)]),
  },
  "endless-line": {
    description: "A line that never ends. Reads `afterChunks` (3).",
    acts: "stream",
    frames: (frames, options) => until(frames, options, endlessLine()),
    body: () => endlessLine(),
  },
  "endless-event": {
    description: "An event of ever more `data:` lines and no end. Reads `afterChunks` (3).",
    acts: "stream",
    frames: (frames, options) => until(frames, options, endlessEvent()),
  },
  "null-fields": {
    description: "Fields that have no value are null instead of absent: a complete answer.",
    acts: "stream",
    shape: { nullFields: true },
  },
  "choice-without-delta": {
    description: "The chunk with the finish reason has no `delta`: a complete answer.",
    acts: "stream",
    shape: { finishWithoutDelta: true },
  },
} as const satisfies Record<string, FaultDefinition>;

const until = (frames: Iterable<Frame>, options: FaultOptions, rest: Iterable<Frame>): Iterable<Frame> =>
  cutAfter(frames, rest, options.afterChunks);

/** The whole stream, with these frames after the first `afterChunks` events. */
function* insert(frames: Iterable<Frame>, options: FaultOptions, extra: Iterable<Frame>): Generator<Frame> {
  let left = options.afterChunks ?? AFTER_DEFAULT;
  for (const frame of frames) {
    if (frame.kind === "event" && left >= 0) {
      if (left === 0 || frame.role === "finish") {
        yield* extra;
        left = 0;
      }
      left -= 1;
    }
    yield frame;
  }
}

/** Something that carries no data, again and again. In a JSON body white space is what proxies send. */
function* keepAlive(text: string, options: FaultOptions): Generator<Frame> {
  const count = options.comments ?? Infinity;
  for (let sent = 0; sent < count; sent += 1) {
    yield raw(text);
    yield { kind: "wait", milliseconds: options.delayMs ?? 50 };
  }
}

function quiet(milliseconds: number | undefined): Frame {
  return milliseconds === undefined ? { kind: "silence" } : { kind: "wait", milliseconds };
}

function* endlessLine(): Generator<Frame> {
  yield raw('data: {"choices":[{"index":0,"delta":{"content":"');
  const filler = raw("a".repeat(64 * 1024));
  for (;;) yield filler;
}

function* endlessEvent(): Generator<Frame> {
  const line = raw(`data: ${"a".repeat(64 * 1024)}\n`);
  for (;;) yield line;
}

function errorEvent(options: FaultOptions, words: Words): Frame {
  const data = JSON.stringify(words.inStream(options.message ?? MESSAGE_DEFAULT));
  return { kind: "event", role: "error", data };
}

function errorBody(_body: string, options: FaultOptions, words: Words): Frame[] {
  return [raw(JSON.stringify(words.inStream(options.message ?? MESSAGE_DEFAULT)))];
}

function half(body: string): Frame {
  return raw(body.slice(0, body.length / 2));
}
