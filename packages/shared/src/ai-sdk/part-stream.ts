/** A running turn as the stream of parts that the AI SDK reads. */
import type { LanguageModelV3StreamPart, SharedV3Warning } from "@ai-sdk/provider";
import { CancelledError } from "../provider/errors.js";
import type { StreamEvent, Turn } from "../provider/events.js";
import type { TurnStream } from "../provider/provider.js";
import { callError } from "./call-error.js";
import { finishReason, reasoningMetadata, toolCallParts } from "./content.js";
import { readUsage } from "./sdk-usage.js";

interface StreamContext {
  provider: string;
  warnings: SharedV3Warning[];
  usedIds: ReadonlySet<string>;
  signal: AbortSignal | undefined;
}

/**
 * Resolves when the answer begins: until then a failure rejects, and the SDK may try again. Later ones are an error part,
 * after which no finish comes.
 */
export async function partStream(
  turn: TurnStream,
  context: StreamContext,
): Promise<ReadableStream<LanguageModelV3StreamPart>> {
  const events = turn[Symbol.asyncIterator]();
  const first = await firstOutput(events, context.warnings);
  const parts = allParts(turn, events, first, context);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    // Not the parts' own return: it would wait for the event that is awaited just now.
    async cancel() {
      await events.return?.();
    },
  });
}

type Events = AsyncIterator<StreamEvent>;

/** What is told before the answer begins can still become a warning. */
async function firstOutput(
  events: Events,
  warnings: SharedV3Warning[],
): Promise<IteratorResult<StreamEvent>> {
  for (;;) {
    const result = await events.next();
    if (result.done === true) return result;
    const event = result.value;
    if (event.type === "finish" && event.reason === "cancelled") throw new CancelledError();
    if (event.type !== "notice") return result;
    warnings.push({ type: "other", message: event.text });
  }
}

interface Block {
  kind: "text" | "reasoning";
  id: string;
}

async function* allParts(
  turn: TurnStream,
  events: Events,
  first: IteratorResult<StreamEvent>,
  context: StreamContext,
): AsyncGenerator<LanguageModelV3StreamPart, undefined> {
  yield { type: "stream-start", warnings: context.warnings };
  let open: Block | undefined;
  let blocks = 0;
  try {
    for (let next = first; next.done !== true; next = await events.next()) {
      const event = next.value;
      // Calls, usage and the end are read from the finished turn.
      if (event.type !== "text-delta" && event.type !== "reasoning-delta") continue;
      const kind = event.type === "text-delta" ? "text" : "reasoning";
      if (open?.kind !== kind) {
        if (open) yield { type: `${open.kind}-end`, id: open.id };
        open = { kind, id: String(blocks) };
        blocks += 1;
        yield { type: `${kind}-start`, id: open.id };
      }
      yield { type: `${kind}-delta`, id: open.id, delta: event.text };
    }
    yield* lastParts(await turn.result(), open, context);
  } catch (error) {
    yield { type: "error", error: callError(error, context.signal) };
  }
}

function* lastParts(
  turn: Turn,
  open: Block | undefined,
  { provider, usedIds }: StreamContext,
): Generator<LanguageModelV3StreamPart> {
  if (turn.finishReason === "cancelled") throw new CancelledError();
  const metadata = reasoningMetadata(turn, provider);
  const calls = toolCallParts(turn, metadata, usedIds);
  const onBlock = calls.length === 0 && metadata ? { providerMetadata: metadata } : {};
  if (open) yield { type: `${open.kind}-end`, id: open.id, ...onBlock };
  else if (onBlock.providerMetadata) {
    yield { type: "reasoning-start", id: "0", ...onBlock };
    yield { type: "reasoning-end", id: "0" };
  }
  for (const call of calls) {
    const { toolCallId: id, toolName, input } = call;
    yield { type: "tool-input-start", id, toolName };
    yield { type: "tool-input-delta", id, delta: input };
    yield { type: "tool-input-end", id };
    yield call;
  }
  if (turn.model !== undefined) yield { type: "response-metadata", modelId: turn.model };
  yield { type: "finish", finishReason: finishReason(turn.finishReason), usage: readUsage(turn.usage) };
}
