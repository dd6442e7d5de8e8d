/** Faults of what the model says: tool calls, usage. */
import type { Reply, ReplyToolCall } from "../chat/reply.js";
import type { ChatRequest } from "../chat/request.js";
import type { ToolDeltaStyle, UsagePlace } from "../chat/shape.js";
import type { FaultDefinition } from "./definition.js";

/** Odd tool calls and odd places for usage. The tool faults make the model call a tool that was offered. */
export const modelFaults = {
  "tool-no-index": style("no-index", "Tool deltas have an id each and no index."),
  "tool-position-only": style(
    "position-only",
    "Tool deltas have no index, and an id only at first: the place in the list tells two calls apart.",
  ),
  "tool-repeated-ids": style("repeated-ids", "Every tool delta repeats the id and the name."),
  "tool-late-id": style("late-id", "The id of the first tool delta is replaced by a later one."),
  "tool-no-id": style("no-id", "Tool calls have an index and never an id."),
  "tool-object-arguments": style("object-arguments", "Tool arguments are an object, not a text."),
  "tool-interleaved": style("interleaved", "The deltas of two parallel calls come in turns."),
  "tool-empty-arguments": calling("Tool arguments are an empty text.", (call) => ({
    ...call,
    arguments: "",
  })),
  "tool-invalid-json": calling("Tool arguments are no JSON.", (call) => ({
    ...call,
    arguments: `{"city": "Par`,
  })),
  "tool-non-object": calling("Tool arguments are JSON, but no object.", (call) => ({
    ...call,
    arguments: `["not", "an", "object"]`,
  })),
  "tool-truncated": calling(
    "A tool call is cut off by the token limit: half of its arguments, then finish reason `length`.",
    (call) => {
      const text = argumentsText(call);
      return { ...call, arguments: text.slice(0, Math.ceil(text.length / 2)) };
    },
    "length",
  ),
  "usage-empty-choices": usage("last-chunk", "Usage in a last chunk with empty choices, asked for or not."),
  "usage-every-chunk": usage("every-chunk", "Usage on every chunk."),
  "usage-with-finish": usage("finish-chunk", "Usage on the chunk with the finish reason."),
  "usage-missing": usage("nowhere", "No usage, asked for or not."),
} as const satisfies Record<string, FaultDefinition>;

function usage(usagePlace: UsagePlace, description: string): FaultDefinition {
  return { description, acts: "model", shape: { usagePlace }, forceUsage: true };
}

function style(toolDeltas: ToolDeltaStyle, description: string): FaultDefinition {
  const parallel = toolDeltas === "interleaved" || toolDeltas === "position-only" ? 2 : 1;
  return {
    description,
    acts: "model",
    shape: { toolDeltas },
    reply: (reply, request) => withCalls(reply, request, parallel, (call) => call),
  };
}

export function calling(
  description: string,
  bend: (call: ReplyToolCall) => ReplyToolCall,
  finishReason?: string,
): FaultDefinition {
  return {
    description,
    acts: "model",
    reply: (reply, request) => ({
      ...withCalls(reply, request, 1, bend),
      ...(finishReason !== undefined && { finishReason }),
    }),
  };
}

/** The reply with at least so many tool calls; a request without tools, or after their results, keeps its reply. */
export function withCalls(
  reply: Reply,
  request: ChatRequest,
  least: number,
  bend: (call: ReplyToolCall) => ReplyToolCall,
): Reply {
  const name = request.toolNames[0];
  const given = reply.toolCalls ?? [];
  if (name === undefined || (given.length === 0 && request.messages.at(-1)?.role === "tool")) {
    return reply;
  }
  const calls = [...given];
  while (calls.length < least) {
    const call = calls[0] ?? { name, arguments: { city: "Paris", days: 3 } };
    calls.push({ name: call.name, arguments: call.arguments });
  }
  return { ...reply, toolCalls: calls.map(bend) };
}

export function argumentsText(call: ReplyToolCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}
