/** What the model is to say: scripted replies. */
import type { RecordedRequest } from "../http/recording.js";

/** A tool call the model makes. Text arguments are sent as they are, valid JSON or not. */
export interface ReplyToolCall {
  /** The id that the tool's result has to name; made up where none is given. */
  readonly id?: string;
  /** Which tool is called. */
  readonly name: string;
  /** Its arguments: an object, or the very text to send. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
  /** In how many stream events the arguments arrive; a few by default. */
  readonly fragments?: number;
}

/** Token counts to report instead of the counted ones. */
export interface ReplyUsage {
  /** Tokens of the prompt. */
  readonly promptTokens?: number;
  /** Tokens of the answer. */
  readonly completionTokens?: number;
  /** How many of the prompt's tokens came out of a cache. */
  readonly cachedTokens?: number;
  /** How many of the answer's tokens were reasoning. */
  readonly reasoningTokens?: number;
}

/** What the model says to one request. */
export interface Reply {
  /** The answer, streamed word by word. */
  readonly text?: string;
  /** The answer in exactly these stream events, instead of `text`. */
  readonly chunks?: readonly string[];
  /** Sends `text` as one event, this many times, as fast as the socket takes them. */
  readonly repeat?: number;
  /** What the model thinks before it answers, sent in the way the backend has for it. */
  readonly reasoning?: string;
  /** The tools that the model calls after its text. */
  readonly toolCalls?: readonly ReplyToolCall[];
  /** Why the answer ends; `stop`, or `tool_calls` where it calls tools. */
  readonly finishReason?: string;
  /** The upstream's own word for the end, where the backend passes it on (gateway). */
  readonly nativeFinishReason?: string;
  /** Token counts to report instead of the counted ones. */
  readonly usage?: ReplyUsage;
  /** Pause before each event after the first. */
  readonly chunkDelayMs?: number;
  /** Pause between the head of the answer and the first event. */
  readonly firstDelayMs?: number;
}

/** One reply for all, one after the other (the last one stays), or one worked out from the request. */
export type ReplyOption = Reply | readonly Reply[] | ((request: RecordedRequest) => Reply);

/** Hands out the scripted replies, one for each chat request that gets an answer. */
export class ReplyScript {
  #option: ReplyOption | undefined;
  #taken = 0;

  constructor(option: ReplyOption | undefined) {
    this.#option = option;
  }

  set(option: ReplyOption | undefined): void {
    this.#option = option;
    this.#taken = 0;
  }

  /** The reply to this request, or undefined when nothing is scripted. */
  take(request: RecordedRequest): Reply | undefined {
    const option = this.#option;
    if (typeof option === "function") return option(request);
    if (!isList(option)) return option;
    const reply = option[Math.min(this.#taken, option.length - 1)];
    this.#taken += 1;
    return reply;
  }
}

function isList(option: Reply | readonly Reply[] | undefined): option is readonly Reply[] {
  return Array.isArray(option);
}
