/** An answer in one piece. */
import { reasoningDetail } from "./frames.js";
import type { ChatShape } from "./shape.js";
import { parsed } from "./tool-deltas.js";
import type { Turn, TurnToolCall } from "./turn.js";

/** The whole answer as one body, for a request that did not ask for a stream. */
export function completionBody(turn: Turn, shape: ChatShape): Record<string, unknown> {
  const reasoning = turn.reasoning.join("");
  return {
    id: turn.id,
    object: "chat.completion",
    created: turn.created,
    model: turn.model,
    ...shape.extras,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: turn.content.length === 0 && turn.toolCalls.length > 0 ? null : turn.content.join(""),
          ...(reasoning !== "" && { [shape.reasoningField]: reasoning }),
          ...(reasoning !== "" &&
            shape.reasoningDetails && { reasoning_details: [reasoningDetail(reasoning)] }),
          ...(turn.toolCalls.length > 0 && {
            tool_calls: turn.toolCalls.map((call) => toolCall(call, shape)),
          }),
        },
        finish_reason: turn.finishReason,
        ...shape.endExtras(turn),
      },
    ],
    ...(shape.usagePlace !== "nowhere" && { usage: shape.usage(turn.counts) }),
  };
}

function toolCall(call: TurnToolCall, shape: ChatShape): Record<string, unknown> {
  return {
    ...(shape.toolDeltas !== "no-id" && shape.toolDeltas !== "position-only" && { id: call.id }),
    type: "function",
    function: {
      name: call.name,
      arguments: shape.toolDeltas === "object-arguments" ? parsed(call.arguments) : call.arguments,
    },
  };
}
