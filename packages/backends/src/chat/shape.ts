/** Where the streams of backends differ in form. */
import type { TokenCounts, Turn } from "./turn.js";

/** Where a stream carries its usage. */
export type UsagePlace = "last-chunk" | "every-chunk" | "finish-chunk" | "nowhere";

/** How the deltas of a tool call look. */
export type ToolDeltaStyle =
  | "standard"
  | "no-index"
  | "position-only"
  | "repeated-ids"
  | "late-id"
  | "object-arguments"
  | "interleaved"
  | "no-id";

/** How one backend writes the chat-completions format; faults bend single fields of it. */
export interface ChatShape {
  readonly idPrefix: string;
  readonly reasoningField: "reasoning" | "reasoning_content";
  /** Also sends `reasoning_details` beside the reasoning text. */
  readonly reasoningDetails: boolean;
  /** Usage in streams: always, or only with `stream_options.include_usage`. */
  readonly usageInStream: "always" | "when-asked";
  readonly usagePlace: UsagePlace;
  readonly toolDeltas: ToolDeltaStyle;
  /** Leaves `delta` out of the chunk that carries the finish reason. */
  readonly finishWithoutDelta: boolean;
  /** Writes null where a field has no value, instead of leaving it out. */
  readonly nullFields: boolean;
  /** Fields beside `id`, `model` and `choices` in every chunk and body. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Fields beside `finish_reason` in the choice that ends the answer. */
  readonly endExtras: (turn: Turn) => Readonly<Record<string, unknown>>;
  readonly usage: (counts: TokenCounts) => Readonly<Record<string, unknown>>;
  /** Headers of an answer that begins well. */
  readonly headers: (turn: Turn) => Readonly<Record<string, string>>;
  /** An SSE comment sent before the first event, as a keep-alive. */
  readonly openingComment: string | undefined;
}

/** The plain format, from which each backend's shape starts. */
export const plainShape: ChatShape = {
  idPrefix: "chatcmpl-",
  reasoningField: "reasoning",
  reasoningDetails: false,
  usageInStream: "when-asked",
  usagePlace: "last-chunk",
  toolDeltas: "standard",
  finishWithoutDelta: false,
  nullFields: false,
  extras: {},
  endExtras: () => ({}),
  usage: plainUsage,
  headers: () => ({}),
  openingComment: undefined,
};

/** Usage as every chat-completions server reports it. */
function plainUsage(counts: TokenCounts): Readonly<Record<string, unknown>> {
  return {
    prompt_tokens: counts.prompt,
    completion_tokens: counts.completion,
    total_tokens: counts.prompt + counts.completion,
    ...(counts.cached > 0 && { prompt_tokens_details: { cached_tokens: counts.cached } }),
    ...(counts.reasoning > 0 && {
      completion_tokens_details: { reasoning_tokens: counts.reasoning },
    }),
  };
}
