/** A finished answer as content parts of the AI SDK. */
import type {
  JSONArray,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3ToolCall,
  SharedV3ProviderMetadata,
} from "@ai-sdk/provider";
import type { FinishReason, Turn } from "../provider/events.js";
import type { InvalidToolCall } from "../provider/messages.js";
import { CallIds } from "./call-ids.js";
import { jsonIn } from "../provider/untrusted.js";

const unified = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  content_filter: "content-filter",
} as const;

/** A cancelled answer has not finished, so it has no place here. */
export function finishReason(reason: Exclude<FinishReason, "cancelled">): LanguageModelV3FinishReason {
  return { unified: unified[reason], raw: reason };
}

/**
 * The vendor's reasoning blocks, which must come back unmodified: the SDK keeps a part's metadata and returns it as the
 * part's options. They go on the first tool call, or else on the last block of text.
 */
export function reasoningMetadata(turn: Turn, provider: string): SharedV3ProviderMetadata | undefined {
  // They were parsed from JSON, so they are JSON.
  const details = turn.message.reasoning_details as JSONArray | undefined;
  return details && { [provider]: { reasoning_details: details } };
}

/** All calls of an answer under ids that no earlier call of the conversation has. */
export function toolCallParts(
  turn: Turn,
  metadata: SharedV3ProviderMetadata | undefined,
  ids: CallIds,
): LanguageModelV3ToolCall[] {
  const calls = [
    ...turn.toolCalls.map((call) => ({ ...call, input: JSON.stringify(call.arguments) })),
    ...turn.invalidToolCalls.map((call) => ({ ...call, input: unusableInput(call) })),
  ];
  return calls.map(({ id, name, input }, position) => ({
    type: "tool-call",
    toolCallId: ids.of(id),
    toolName: name,
    input,
    ...(position === 0 && metadata && { providerMetadata: metadata }),
  }));
}

/** The whole of an answer that did not come as a stream. */
export function answerContent(
  turn: Turn,
  provider: string,
  usedIds: ReadonlySet<string>,
): LanguageModelV3Content[] {
  const metadata = reasoningMetadata(turn, provider);
  const calls = toolCallParts(turn, metadata, new CallIds(usedIds));
  const content: LanguageModelV3Content[] = [];
  if (turn.reasoning !== "") content.push({ type: "reasoning", text: turn.reasoning });
  if (turn.text !== "") content.push({ type: "text", text: turn.text });
  if (metadata && calls.length === 0) {
    const last = content.pop() ?? { type: "reasoning", text: "" };
    content.push({ ...last, providerMetadata: metadata });
  }
  return [...content, ...calls];
}

/**
 * Input that never parses, so that the SDK neither runs the call nor leaves it without an answer. The raw text stays as it is
 * where it does not parse by itself: the SDK may be told to repair it.
 */
function unusableInput({ raw, reason }: InvalidToolCall): string {
  const parses = raw.trim() === "" || jsonIn(raw) !== undefined;
  return parses ? `${raw} (${reason})`.trimStart() : raw;
}
