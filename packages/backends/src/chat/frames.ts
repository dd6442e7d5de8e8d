/** An answer as the events of a stream. */
import type { ChatShape } from "./shape.js";
import { toolDeltas } from "./tool-deltas.js";
import type { Turn } from "./turn.js";

/** What an event of a stream is for; faults drop or follow events by it. */
type EventRole =
  | "opening"
  | "content"
  | "reasoning"
  | "tool"
  | "finish"
  | "usage"
  | "done"
  | "error"
  | "noise";

/** A step of an answer's body: something to write, a pause, or a way to break off. */
export type Frame =
  | { readonly kind: "event"; readonly role: EventRole; readonly data: string }
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "wait"; readonly milliseconds: number }
  | { readonly kind: "reset" }
  | { readonly kind: "hang-up" }
  | { readonly kind: "silence" };

const nullDelta = {
  role: null,
  content: null,
  reasoning: null,
  reasoning_content: null,
  refusal: null,
  tool_calls: null,
};

/** The frames of a whole and healthy stream. */
export function* streamFrames(
  turn: Turn,
  shape: ChatShape,
  withUsage: boolean,
): Generator<Frame, void, undefined> {
  const place = withUsage ? shape.usagePlace : "nowhere";
  const usage = JSON.stringify(shape.usage(turn.counts));
  const noUsage = shape.nullFields ? `,"usage":null` : "";
  const everyUsage = place === "every-chunk" ? `,"usage":${usage}` : noUsage;
  const nulls = shape.nullFields ? nullDelta : {};
  const head = envelope(turn, shape);
  const chunk = (delta: object) =>
    `${head}[{"index":0,"delta":${JSON.stringify({ ...nulls, ...delta })},"finish_reason":null}]${everyUsage}}`;

  if (shape.openingComment !== undefined) yield { kind: "raw", text: `: ${shape.openingComment}\n\n` };
  if (turn.firstDelayMs > 0) yield { kind: "wait", milliseconds: turn.firstDelayMs };
  yield event("opening", chunk({ role: "assistant", content: "" }));
  for (const frame of middle(turn, shape, chunk)) {
    if (turn.chunkDelayMs > 0) yield { kind: "wait", milliseconds: turn.chunkDelayMs };
    yield frame;
  }
  const end = JSON.stringify([
    {
      index: 0,
      ...(!shape.finishWithoutDelta && { delta: nulls }),
      finish_reason: turn.finishReason,
      ...shape.endExtras(turn),
    },
  ]);
  const endUsage = place === "finish-chunk" ? `,"usage":${usage}` : everyUsage;
  yield event("finish", `${head}${end}${endUsage}}`);
  if (place === "last-chunk") yield event("usage", `${head}[],"usage":${usage}}`);
  yield event("done", "[DONE]");
}

function event(role: EventRole, data: string): Frame {
  return { kind: "event", role, data };
}

/** A chunk up to its choices; everything that stays the same within one stream. */
function envelope(turn: Turn, shape: ChatShape): string {
  const fields = JSON.stringify({
    id: turn.id,
    object: "chat.completion.chunk",
    created: turn.created,
    model: turn.model,
    ...shape.extras,
  });
  return `${fields.slice(0, -1)},"choices":`;
}

function* middle(turn: Turn, shape: ChatShape, chunk: (delta: object) => string): Generator<Frame> {
  for (const text of turn.reasoning) {
    yield event("reasoning", chunk(reasoningDelta(text, shape)));
  }
  let last: string | undefined;
  let data = "";
  for (const content of turn.content) {
    // A repeated piece is encoded once.
    if (content !== last) data = chunk({ content });
    last = content;
    yield event("content", data);
  }
  for (const calls of toolDeltas(turn.toolCalls, shape.toolDeltas)) {
    yield event("tool", chunk({ tool_calls: calls }));
  }
}

function reasoningDelta(text: string, shape: ChatShape): Record<string, unknown> {
  return {
    [shape.reasoningField]: text,
    ...(shape.reasoningDetails && { reasoning_details: [reasoningDetail(text)] }),
  };
}

/** One item of `reasoning_details`. */
export function reasoningDetail(text: string): Record<string, unknown> {
  return { type: "reasoning.text", text, format: "unknown", index: 0 };
}
