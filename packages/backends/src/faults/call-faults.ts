/** Tool calls in the ways in which servers get them wrong, and calls in answers that did not finish well. */
import type { Frame } from "../chat/frames.js";
import type { Reply } from "../chat/reply.js";
import type { ChatRequest } from "../chat/request.js";
import { asRecord, type Fields, isRecord } from "../json.js";
import { after, before, beforeEnd, done, eachChoice, eachEvent, json, without } from "./bend.js";
import type { FaultDefinition } from "./definition.js";
import { withCalls } from "./model-faults.js";

export const callFaults = {
  "tool-index-text": bent(
    2,
    "interleaved",
    "The indices of two interleaved calls are texts.",
    ({ index, ...call }) => ({
      ...call,
      index: String(index),
    }),
  ),
  "tool-one-index": bent(
    2,
    "standard",
    "Two calls, each with an id of its own, have the same index.",
    (call) => ({
      ...call,
      index: 0,
    }),
  ),
  "tool-all-zero": whole(2, "Two calls have index 0 and no id.", ({ function: called }) => ({
    index: 0,
    function: called,
  })),
  "tool-nothing-apart": whole(2, "Two calls have neither index nor id.", ({ function: called }) => ({
    function: called,
  })),
  "tool-same-id": whole(2, "Two calls have the same id.", (call) => ({ ...call, id: "call_1" })),
  "tool-flat": whole(
    1,
    "A call has no `function` around name and arguments.",
    ({ function: called, ...call }) => ({
      ...call,
      ...asRecord(called),
    }),
  ),
  "tool-id-number": bent(1, "standard", "The id of a call is a number.", ({ id, ...call }) => ({
    ...call,
    ...(id !== undefined && { id: 7 }),
  })),
  "tool-repeated-final": oneCall("The last chunk of a call, with the finish reason, comes twice.", (frames) =>
    finalTwice(frames),
  ),
  "tool-message-at-end": {
    description: "The last chunk has the call once more, whole, as `message`.",
    acts: "model",
    reply: (reply, request) => replyCalling(1)(reply, request),
    shape: { toolDeltas: "object-arguments" },
    frames: (frames) => callsAtEnd(frames),
  },
  "tool-legacy": {
    description: "A call in the old form `function_call`.",
    acts: "model",
    reply: (reply, request) => ({ ...replyCalling(1)(reply, request), finishReason: "function_call" }),
    frames: (frames) => eachChoice(frames, legacy),
  },
  "tool-no-arguments": oneCall("A call names its tool and never brings arguments.", (frames) =>
    eachChoice(frames, (choice) =>
      eachCall(choice, ({ function: called, ...call }) => ({
        ...call,
        function: asRecord(called)["name"] === undefined ? {} : { name: asRecord(called)["name"] },
      })),
    ),
  ),
  "tool-cut-then-done": oneCall(
    "A call stops before its arguments, and [DONE] follows.",
    (frames) => beforeEnd(firstCallOnly(frames), [done]),
    "failed",
  ),
  "tool-done-without-finish": oneCall(
    "A whole call, then [DONE] and no finish reason.",
    (frames) => without(frames, "finish"),
    "failed",
  ),
  "tool-unknown-finish": ended("mystery", "A whole call and a finish reason that nobody knows."),
  "tool-failed-finish": ended(
    "insufficient_system_resource",
    "A whole call and the finish reason of a failed server.",
  ),
  "tool-error-finish": ended("error", "A whole call and the finish reason `error`."),
  "tool-filtered": ended("content_filter", "A whole call in an answer that the filter cut."),
  "tool-length-whole": ended("length", "A whole call in an answer that was cut at the token limit."),
  "tool-then-error": oneCall(
    "A whole call, then an error without the key `error`, then [DONE].",
    (frames) => beforeEnd(frames, [json({ object: "error", message: "The engine died." }), done]),
    "failed",
  ),
  "tool-error-then-finish": oneCall(
    "A whole call, then a flat error, then the finish reason `tool_calls` and [DONE].",
    (frames) => before(frames, "finish", [json({ detail: "The engine died." })]),
    "failed",
  ),
  "tool-deep-arguments": {
    description: "Arguments nested very deeply. Reads `depth` (100000).",
    acts: "model",
    reply: (reply, request, { depth = 100_000 }) =>
      withCalls(reply, request, 1, (call) => ({
        ...call,
        arguments: `{"city":${"[".repeat(depth)}${"]".repeat(depth)}}`,
        fragments: 4,
      })),
  },
  "tool-stop": ended("stop", "A whole call and the finish reason `stop`."),
  "tool-text-after": oneCall("A whole call, then junk after the finish reason.", (frames) =>
    after(frames, "finish", [{ kind: "raw", text: 'data: {"choices":[{\n\n' }]),
  ),
} as const satisfies Record<string, FaultDefinition>;

/** The deltas of calls, bent one by one. */
export function bent(
  least: number,
  toolDeltas: "standard" | "interleaved",
  description: string,
  bend: (call: Fields) => Fields,
): FaultDefinition {
  return {
    description,
    acts: "model",
    shape: { toolDeltas },
    reply: replyCalling(least),
    frames: (frames) => eachChoice(frames, (choice) => eachCall(choice, bend)),
  };
}

/** Calls that come whole, each in one delta, bent one by one. */
function whole(least: number, description: string, bend: (call: Fields) => Fields): FaultDefinition {
  const asText = ({ function: called, ...call }: Fields): Fields => {
    const { name, arguments: args } = asRecord(called);
    return { ...call, function: { name, arguments: JSON.stringify(args) } };
  };
  return {
    description,
    acts: "model",
    shape: { toolDeltas: "object-arguments" },
    reply: replyCalling(least),
    frames: (frames) => eachChoice(frames, (choice) => eachCall(choice, (call) => bend(asText(call)))),
  };
}

/** One call, whose stream is bent. */
export function oneCall(
  description: string,
  frames: NonNullable<FaultDefinition["frames"]>,
  truth?: "failed",
): FaultDefinition {
  return { description, acts: "model", ...(truth && { truth }), reply: replyCalling(1), frames };
}

/** A reply that calls a tool so many times at least. */
function replyCalling(least: number) {
  return (reply: Reply, request: ChatRequest): Reply => withCalls(reply, request, least, (call) => call);
}

export function ended(finishReason: string, description: string): FaultDefinition {
  const truth = ["stop", "length", "content_filter", "max_tokens"].includes(finishReason)
    ? {}
    : { truth: "failed" as const };
  return {
    description,
    acts: "model",
    ...truth,
    reply: (reply, request) => ({ ...replyCalling(1)(reply, request), finishReason }),
  };
}

export function eachCall(choice: Fields, bend: (call: Fields) => Fields): Fields {
  const delta = asRecord(choice["delta"]);
  const { tool_calls: calls } = delta;
  if (!Array.isArray(calls)) return choice;
  return { ...choice, delta: { ...delta, tool_calls: calls.filter(isRecord).map(bend) } };
}

function legacy(choice: Fields): Fields {
  const delta = asRecord(choice["delta"]);
  const { tool_calls: calls, ...rest } = delta;
  if (!Array.isArray(calls)) return choice;
  const [call] = calls.map(asRecord);
  return { ...choice, delta: { ...rest, function_call: call?.["function"] } };
}

/** Nothing of a call but its head. */
function* firstCallOnly(frames: Iterable<Frame>): Generator<Frame> {
  let seen = 0;
  for (const frame of frames) {
    if (frame.kind === "event" && frame.role === "tool") {
      seen += 1;
      if (seen > 1) continue;
    }
    yield frame;
  }
}

/** The finish reason moves to the last chunk of the call, and that chunk comes twice. */
function* finalTwice(frames: Iterable<Frame>): Generator<Frame> {
  let held: Frame | undefined;
  for (const frame of frames) {
    if (frame.kind !== "event" || frame.role === "done" || frame.role === "usage") {
      yield frame;
    } else if (frame.role === "finish") {
      const last = held && eachChoice([held], (choice) => ({ ...choice, finish_reason: "tool_calls" }));
      for (const twice of last ?? []) {
        yield twice;
        yield twice;
      }
      held = undefined;
    } else {
      if (held) yield held;
      held = frame;
    }
  }
}

/** The calls as they came, and all of them again in the last chunk. */
function* callsAtEnd(frames: Iterable<Frame>): Generator<Frame> {
  const calls: unknown[] = [];
  yield* eachEvent(frames, (frame) => {
    if (frame.role === "done") return [frame];
    const chunk = asRecord(JSON.parse(frame.data));
    const [choice = {}] = (chunk["choices"] as unknown[]).map(asRecord);
    const delta = asRecord(choice["delta"]);
    if (Array.isArray(delta["tool_calls"])) calls.push(...(delta["tool_calls"] as unknown[]));
    if (frame.role !== "finish") return [frame];
    const { delta: _delta, ...rest } = choice;
    const message = { role: "assistant", content: null, tool_calls: calls };
    return [{ ...frame, data: JSON.stringify({ ...chunk, choices: [{ ...rest, message }] }) }];
  });
}
