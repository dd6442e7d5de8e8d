/**
 * The quirk `coerce_typed_tool_args`: calls leave the provider with typed arguments, in the events and in the turn. The message
 * for the history keeps what the model wrote.
 */
import type { StreamEvent, Turn } from "../../provider/events.js";
import type { Tool, ToolCall } from "../../provider/messages.js";
import { coerceArguments } from "./coerce-arguments.js";

export interface Coercion {
  event: (event: StreamEvent) => StreamEvent;
  turn: (turn: Turn) => Turn;
}

export function coercion(tools: readonly Tool[]): Coercion {
  const schemas = new Map(tools.map((tool) => [tool.function.name, tool.function.parameters]));
  const typed = <Call extends ToolCall>(call: Call): Call => {
    const schema = schemas.get(call.name);
    return schema ? { ...call, arguments: coerceArguments(schema, call.arguments) } : call;
  };
  return {
    event: (event) => (event.type === "tool-call" ? typed(event) : event),
    turn: (turn) => ({ ...turn, toolCalls: turn.toolCalls.map(typed) }),
  };
}
