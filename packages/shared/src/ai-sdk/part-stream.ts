/** A running turn as the stream of parts that the AI SDK reads. */
import type { LanguageModelV3StreamPart, SharedV3Warning } from "@ai-sdk/provider";
import { CancelledError } from "../provider/errors.js";
import type { StreamEvent, ToolCallDelta, Turn } from "../provider/events.js";
import type { TurnStream } from "../provider/provider.js";
import { callError } from "./call-error.js";
import { CallIds } from "./call-ids.js";
import { finishReason, reasoningMetadata, toolCallParts } from "./content.js";
import { readUsage } from "./sdk-usage.js";

interface StreamContext {
  provider: string;
  warnings: SharedV3Warning[];
  usedIds: ReadonlySet<string>;
  signal: AbortSignal | undefined;
}

type Part = LanguageModelV3StreamPart;
type Events = AsyncIterator<StreamEvent>;

/**
 * Resolves when the answer begins: until then a failure rejects, and the SDK may try again. Later ones are an error part,
 * after which no finish comes.
 */
export async function partStream(turn: TurnStream, context: StreamContext): Promise<ReadableStream<Part>> {
  const events = turn[Symbol.asyncIterator]();
  const first = await firstOutput(events, context.warnings);
  const parts = new PartWriter(context).all(turn, events, first);
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
    if (event.type === "notice") warnings.push({ type: "other", message: event.text });
    else if (event.type !== "waiting") return result;
  }
}

interface OpenBlock {
  kind: "text" | "reasoning";
  id: string;
}

/** Turns events into parts, one after the other. */
class PartWriter {
  readonly #context: StreamContext;
  readonly #ids: CallIds;
  /** The calls whose input has begun, by the id that the SDK knows. */
  readonly #begun = new Set<string>();
  #open: OpenBlock | undefined;
  #blocks = 0;

  constructor(context: StreamContext) {
    this.#context = context;
    this.#ids = new CallIds(context.usedIds);
  }

  async *all(
    turn: TurnStream,
    events: Events,
    first: IteratorResult<StreamEvent>,
  ): AsyncGenerator<Part, undefined> {
    yield { type: "stream-start", warnings: this.#context.warnings };
    try {
      for (let next = first; next.done !== true; next = await events.next()) {
        const event = next.value;
        // Whole calls, usage and the end are read from the finished turn.
        if (event.type === "text-delta") yield* this.#delta("text", event.text);
        else if (event.type === "reasoning-delta") yield* this.#delta("reasoning", event.text);
        else if (event.type === "tool-call-delta") yield* this.#input(event);
      }
      yield* this.#last(await turn.result());
    } catch (error) {
      yield { type: "error", error: callError(error, this.#context.signal) };
    }
  }

  *#delta(kind: OpenBlock["kind"], delta: string): Generator<Part> {
    if (this.#open?.kind !== kind) {
      if (this.#open) yield { type: `${this.#open.kind}-end`, id: this.#open.id };
      this.#open = { kind, id: String(this.#blocks) };
      this.#blocks += 1;
      yield { type: `${kind}-start`, id: this.#open.id };
    }
    yield { type: `${kind}-delta`, id: this.#open.id, delta };
  }

  *#input({ id: wireId, name, text }: ToolCallDelta): Generator<Part> {
    const id = this.#ids.of(wireId);
    if (!this.#begun.has(id)) {
      this.#begun.add(id);
      yield { type: "tool-input-start", id, toolName: name };
    }
    yield { type: "tool-input-delta", id, delta: text };
  }

  *#last(turn: Turn): Generator<Part> {
    if (turn.finishReason === "cancelled") throw new CancelledError();
    const metadata = reasoningMetadata(turn, this.#context.provider);
    const calls = toolCallParts(turn, metadata, this.#ids);
    const onBlock = calls.length === 0 && metadata ? { providerMetadata: metadata } : {};
    if (this.#open) yield { type: `${this.#open.kind}-end`, id: this.#open.id, ...onBlock };
    else if (onBlock.providerMetadata) {
      yield { type: "reasoning-start", id: "0", ...onBlock };
      yield { type: "reasoning-end", id: "0" };
    }
    for (const call of calls) {
      const { toolCallId: id, toolName, input } = call;
      if (!this.#begun.delete(id)) {
        yield { type: "tool-input-start", id, toolName };
        yield { type: "tool-input-delta", id, delta: input };
      }
      yield { type: "tool-input-end", id };
      yield call;
    }
    // A call that was renamed on the way has ended under its first name.
    for (const id of this.#begun) yield { type: "tool-input-end", id };
    if (turn.model !== undefined) yield { type: "response-metadata", modelId: turn.model };
    yield { type: "finish", finishReason: finishReason(turn.finishReason), usage: readUsage(turn.usage) };
  }
}
