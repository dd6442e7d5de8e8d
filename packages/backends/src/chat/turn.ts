/** A reply settled into what is sent: ids, counts, limits. */
import { pieces } from "./tokens.js";
import type { Reply, ReplyToolCall } from "./reply.js";

/** A tool call with its final id and its arguments as text. */
export interface TurnToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly fragments: number | undefined;
}

/** Token counts of one turn. */
export interface TokenCounts {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
  readonly reasoning: number;
}

/** One answer of the model, cut to the allowed length and ready to be sent in any form. */
export interface Turn {
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly content: readonly string[];
  readonly reasoning: readonly string[];
  readonly toolCalls: readonly TurnToolCall[];
  readonly finishReason: string;
  readonly nativeFinishReason: string;
  readonly counts: TokenCounts;
  readonly firstDelayMs: number;
  readonly chunkDelayMs: number;
  /** Whether events go out many at a time. */
  readonly bulk: boolean;
}

interface TurnFrame {
  readonly id: string;
  readonly model: string;
  readonly promptTokens: number;
  readonly maxTokens: number | undefined;
}

/** Settles a reply: splits it into pieces, cuts it at the token limit, counts it. */
export function settleTurn(reply: Reply, frame: TurnFrame): Turn {
  const limit = frame.maxTokens ?? Infinity;
  const reasoning = pieces(reply.reasoning ?? "").slice(0, limit);
  const whole = contentPieces(reply);
  const content = whole.slice(0, Math.max(0, limit - reasoning.length));
  const cut = content.length < whole.length || reasoning.length === limit;
  const toolCalls = cut ? [] : (reply.toolCalls ?? []).map(settleCall);
  const naturalEnd = cut ? "length" : toolCalls.length > 0 ? "tool_calls" : "stop";
  const finishReason = reply.finishReason ?? naturalEnd;
  const spoken = content.length + reasoning.length + toolCalls.reduce(countCall, 0);
  return {
    id: frame.id,
    model: frame.model,
    created: Math.floor(Date.now() / 1000),
    content,
    reasoning,
    toolCalls,
    finishReason,
    nativeFinishReason: reply.nativeFinishReason ?? finishReason,
    counts: {
      prompt: reply.usage?.promptTokens ?? frame.promptTokens,
      completion: reply.usage?.completionTokens ?? spoken,
      cached: reply.usage?.cachedTokens ?? 0,
      reasoning: reply.usage?.reasoningTokens ?? reasoning.length,
    },
    firstDelayMs: reply.firstDelayMs ?? 0,
    chunkDelayMs: reply.chunkDelayMs ?? 0,
    bulk: reply.repeat !== undefined || toolCalls.some((call) => call.fragments !== undefined),
  };
}

function contentPieces(reply: Reply): readonly string[] {
  if (reply.repeat !== undefined) {
    return Array.from({ length: reply.repeat }, () => reply.text ?? "tok ");
  }
  return reply.chunks ?? pieces(reply.text ?? "");
}

function settleCall(call: ReplyToolCall, position: number): TurnToolCall {
  return {
    id: call.id ?? `call_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}${position}`,
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    fragments: call.fragments,
  };
}

function countCall(sum: number, call: TurnToolCall): number {
  return sum + 1 + Math.ceil(call.arguments.length / 4);
}
