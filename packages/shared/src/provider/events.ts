/** What a turn emits while it runs. `fw chat --json` prints these objects, one per line. */
import type { AssistantMessage, InvalidToolCall, ToolCall } from "./messages.js";

/**
 * Why an answer ended: it was finished (`stop`), the limit was reached (`length`), tools are to run, the
 * service withheld the rest, or the caller cancelled.
 */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "cancelled";

/** Token counts under the names that JSON, transcripts and older programs have. */
export interface UsageCounts {
  /** Includes cached tokens. */
  prompt_tokens: number;
  /** Tokens of the answer, those of its reasoning included. */
  output_tokens: number;
  /** Tokens of the prompt and the answer. */
  total_tokens: number;
  /** How many of the prompt's tokens were read from a cache. */
  cached_tokens?: number;
  /** How many of the prompt's tokens were written to a cache. */
  cache_write_tokens?: number;
  /** How many of the answer's tokens were reasoning. */
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
  /** Tokens of the prompt and the answer. */
  readonly totalTokens: number;
  /** How many of the prompt's tokens were read from a cache. */
  readonly cachedTokens?: number | undefined;
  /** How many of the prompt's tokens were written to a cache. */
  readonly cacheWriteTokens?: number | undefined;
  /** How many of the answer's tokens were reasoning. */
  readonly reasoningTokens?: number | undefined;
}

/** The next piece of the answer. */
export interface TextDelta {
  type: "text-delta";
  /** As the model wrote it; sanitize it before a terminal sees it. */
  text: string;
}
/** The next piece of what the model thinks before it answers. */
export interface ReasoningDelta {
  type: "reasoning-delta";
  /** As the model wrote it; sanitize it before a terminal sees it. */
  text: string;
}
/** A piece of a call's arguments as it comes, for showing only: the call counts when its `tool-call` comes. */
export interface ToolCallDelta {
  type: "tool-call-delta";
  /** Which call it belongs to. */
  id: string;
  /** The tool that is called. */
  name: string;
  /** The next piece of its arguments, which are JSON in the end. */
  text: string;
}
/** A tool call that is complete and may run. */
export interface ToolCallEvent extends ToolCall {
  type: "tool-call";
}
/** A tool call that must not run, and why. */
export interface InvalidToolCallEvent extends InvalidToolCall {
  type: "tool-call-invalid";
}
/** What the answer used, as the backend counts it. */
export interface UsageEvent extends Usage {
  type: "usage";
}
/** What an approval event tells. */
export interface ApprovalFields {
  /** Which call it is about. */
  id: string;
  /** The tool that would run. */
  name: string;
  /** What the call would do, exactly: what cannot be seen stands there as `\u{…}`. */
  shown: string;
  /** How many characters of the call a person could not see; each is written out in `shown`. */
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
  /** Which call it is the result of. */
  id: string;
  /** The tool that ran, or was kept from running. */
  name: string;
  /** Whether it did what it was asked for. */
  ok: boolean;
  /** What the model is told. */
  content: string;
  /** What a person is shown instead, where that is something else: a diff. */
  display?: string;
}
/** What a restart event tells. */
export interface RestartFields {
  /** The number of the try that follows; the second is 2. */
  attempt: number;
  /** How long it is waited before, in milliseconds. */
  wait_ms: number;
  /** Why the last try failed, in words. */
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
  /** What is waited for: the backend, the time of the next try, or a tool that runs. */
  for: "answer" | "retry" | "tool";
  /** How many seconds it has been, or are left. */
  seconds: number;
  /** How far it is, where somebody says so. */
  detail?: string;
}
/** Something the user should know that is no part of the answer. */
export interface NoticeEvent {
  type: "notice";
  /** In words, safe to show. */
  text: string;
}
/** The answer has ended. It is the last event. */
export interface FinishEvent {
  type: "finish";
  /** Why it ended. */
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
  /** The provider's own name. */
  provider: string;
  /** The model it would have been asked for. */
  model?: string;
  /** Why it did not answer, in words. */
  reason: string;
}

/** A finished turn. */
export interface Turn {
  /** The whole answer. */
  text: string;
  /** What the model thought before it answered; empty where it says nothing of that. */
  reasoning: string;
  /** The calls that may run, complete and with parsed arguments. */
  toolCalls: ToolCall[];
  /** Calls that must not run; answer each with an error result. */
  invalidToolCalls: InvalidToolCall[];
  /** Why the answer ended. */
  finishReason: FinishReason;
  /** What it used, where the backend says so. */
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
