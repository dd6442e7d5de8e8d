/** What a turn emits while it runs. `fw chat --json` prints these objects, one per line. */
import type { AssistantMessage, InvalidToolCall, ToolCall } from "./messages.js";

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "cancelled";

/** Token counts under the names that JSON, transcripts and older programs have. */
export interface UsageCounts {
  /** Includes cached tokens. */
  prompt_tokens: number;
  output_tokens: number;
  total_tokens: number;
  /** How many of the prompt's tokens were read from a cache. */
  cached_tokens?: number;
  cache_write_tokens?: number;
  reasoning_tokens?: number;
  /** What the backend says it charged, in its own currency (US dollars for the gateway). */
  cost?: number;
}

/**
 * What an answer used. The older names (`prompt_tokens`) go on working, and are those of its JSON.
 *
 * @example
 * const { usage } = await client.complete("Hello!");
 * console.log(usage?.promptTokens, usage?.outputTokens, usage?.cost);
 */
export interface Usage extends UsageCounts {
  /** Tokens of the prompt, cached ones included. */
  readonly promptTokens: number;
  /** Tokens of the answer, those of its reasoning included. */
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** How many of the prompt's tokens were read from a cache. */
  readonly cachedTokens?: number | undefined;
  /** How many of the prompt's tokens were written to a cache. */
  readonly cacheWriteTokens?: number | undefined;
  /** How many of the answer's tokens were reasoning. */
  readonly reasoningTokens?: number | undefined;
}

export interface TextDelta {
  type: "text-delta";
  text: string;
}
export interface ReasoningDelta {
  type: "reasoning-delta";
  text: string;
}
/** A piece of a call's arguments as it comes, for showing only: the call counts when its `tool-call` comes. */
export interface ToolCallDelta {
  type: "tool-call-delta";
  id: string;
  name: string;
  text: string;
}
export interface ToolCallEvent extends ToolCall {
  type: "tool-call";
}
export interface InvalidToolCallEvent extends InvalidToolCall {
  type: "tool-call-invalid";
}
export interface UsageEvent extends Usage {
  type: "usage";
}
/** What an approval event tells. */
export interface ApprovalFields {
  id: string;
  name: string;
  /** What the call would do, exactly: what cannot be seen stands there as `\u{…}`. */
  shown: string;
  hidden_characters: number;
  /** What a person is told beside it. */
  warnings?: string[];
}
/** A call waits for somebody to allow it, or is refused because nobody is there; sent by sessions. */
export interface ApprovalEvent extends ApprovalFields {
  type: "approval";
  /** The same as `hidden_characters`. */
  readonly hiddenCharacters: number;
}
/** What became of a tool call; sent by sessions, which run the calls. */
export interface ToolResultEvent {
  type: "tool-result";
  id: string;
  name: string;
  ok: boolean;
  /** What the model is told. */
  content: string;
  /** What a person is shown instead, where that is something else: a diff. */
  display?: string;
}
/** What a restart event tells. */
export interface RestartFields {
  attempt: number;
  wait_ms: number;
  reason: string;
}
/**
 * The request is sent again: everything emitted since the turn began, or since its last tool result, is to be dropped. After
 * the first text this happens only to callers that take restarts.
 */
export interface RestartEvent extends RestartFields {
  type: "restart";
  /** The same as `wait_ms`. */
  readonly waitMs: number;
}
/**
 * Nothing happens for a while. `answer`: how many seconds the backend has been silent; `retry`: how many are left until the
 * request is sent again.
 */
export interface WaitingEvent {
  type: "waiting";
  for: "answer" | "retry" | "tool";
  seconds: number;
  /** How far it is, where somebody says so. */
  detail?: string;
}
export interface NoticeEvent {
  type: "notice";
  text: string;
}
export interface FinishEvent {
  type: "finish";
  reason: FinishReason;
}

/** Failures are thrown, not emitted: a stream that ends without an error has finished. */
export type StreamEvent =
  | TextDelta
  | ReasoningDelta
  | ToolCallDelta
  | ToolCallEvent
  | InvalidToolCallEvent
  | ApprovalEvent
  | ToolResultEvent
  | UsageEvent
  | RestartEvent
  | WaitingEvent
  | NoticeEvent
  | FinishEvent;

/** A backend of a chain that did not answer, and why. */
export interface PassedOver {
  provider: string;
  model?: string;
  reason: string;
}

/** A finished turn. */
export interface Turn {
  text: string;
  reasoning: string;
  toolCalls: ToolCall[];
  /** Calls that must not run; answer each with an error result. */
  invalidToolCalls: InvalidToolCall[];
  finishReason: FinishReason;
  usage?: Usage;
  /** The model that answered, where the backend names it. */
  model?: string;
  /** Which backend of a chain answered. */
  answeredBy?: { provider: string; model: string };
  /** Those of the chain that were tried or left out before it. */
  passedOver?: PassedOver[];
  /** This turn as history: append it to the messages of the next call. */
  message: AssistantMessage;
}
