/**
 * One chat answer, from chunks or from a single body, to events and a `Turn`. An answer has finished only when a
 * finish reason, or something and then `[DONE]`, was seen and no error came in between; everything else is
 * `BrokenAnswerError`.
 */
import type { FinishReason, StreamEvent, Turn, Usage } from "../provider/events.js";
import type { InvalidToolCall, ToolCall, WireToolCall } from "../provider/messages.js";
import { detailsText, ReasoningDetails } from "./reasoning.js";
import { judgeToolCall, ToolCallAssembler, type ToolCallFragment } from "./tool-calls.js";
import { readUsage } from "./usage.js";

/** The backend reported an error inside an answer that had begun, or the answer makes no sense. */
export class BrokenAnswerError extends Error {
  /** The error object as the server sent it, where it sent one. */
  readonly reported: unknown;
  /** True when the same answer would break the same bound again. */
  readonly isTooLarge: boolean;

  constructor(message: string, reported?: unknown, isTooLarge = false) {
    super(message);
    this.reported = reported;
    this.isTooLarge = isTooLarge;
  }
}

interface WireChunk {
  error?: unknown;
  model?: unknown;
  usage?: unknown;
  choices?: unknown;
}

interface WireChoice {
  index?: unknown;
  delta?: WireDelta | null;
  message?: WireDelta | null;
  finish_reason?: unknown;
  native_finish_reason?: unknown;
  error?: unknown;
}

interface WireDelta {
  content?: unknown;
  refusal?: unknown;
  reasoning?: unknown;
  reasoning_content?: unknown;
  reasoning_details?: unknown;
  tool_calls?: unknown;
}

/** What a response may hold in memory, in characters. */
const RESPONSE_LIMIT = 128 * 1024 * 1024;

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  eos: "stop",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  tool_use: "tool_calls",
  content_filter: "content_filter",
  safety: "content_filter",
};
const failedReasons = new Set(["error", "abort", "aborted", "cancelled"]);
const nativeLength = /^(length|max_(output_)?tokens|model_length|model_context_window_exceeded)$/i;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => {
      const text = typeof part === "object" && part !== null && "text" in part ? part.text : "";
      return typeof text === "string" ? text : "";
    })
    .join("");
}

/** Maps wire tool names back to the caller's, where they had to be changed. */
export type NameMap = (wireName: string) => string;

export class ChatAnswer {
  readonly #emit: (event: StreamEvent) => void;
  readonly #originalName: NameMap;
  readonly #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #details = new ReasoningDetails();
  readonly #tools = new ToolCallAssembler();
  #size = 0;
  #finish: FinishReason | undefined;
  #unknownFinish: string | undefined;
  #usage: Usage | undefined;
  #model: string | undefined;
  #done = false;
  #any = false;

  constructor(emit: (event: StreamEvent) => void, originalName: NameMap = (name) => name) {
    this.#emit = emit;
    this.#originalName = originalName;
  }

  /** True once nothing more is to come. */
  get isDone(): boolean {
    return this.#done;
  }

  /** True once the answer counts as complete. A `[DONE]` after nothing that could be read ends no answer. */
  get isComplete(): boolean {
    return this.#finish !== undefined || (this.#done && !this.#isEmpty);
  }

  get #isEmpty(): boolean {
    const pieces = this.#text.length + this.#reasoning.length;
    return pieces === 0 && this.#details.isEmpty && this.#tools.isEmpty && this.#usage === undefined;
  }

  /** True once anything of the answer has arrived. */
  get hasBegun(): boolean {
    return this.#any;
  }

  get text(): string {
    return this.#text.join("");
  }

  get hasToolCalls(): boolean {
    return !this.#tools.isEmpty;
  }

  /** One event of a stream. */
  data(data: string, event: string): void {
    if (data === "[DONE]") {
      this.#done = true;
      return;
    }
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch {
      const start = data.slice(0, 80).replaceAll(/\s+/g, " ");
      throw new BrokenAnswerError(`the server sent a chunk that is not JSON: ${start}`);
    }
    if (event === "error") throw new BrokenAnswerError("the server reported an error", chunk);
    this.chunk(chunk);
  }

  /** One chunk, or a whole answer: they differ only in `delta` and `message`. */
  chunk(value: unknown): void {
    if (typeof value !== "object" || value === null) {
      throw new BrokenAnswerError("the server sent a chunk that is no object");
    }
    const chunk = value as WireChunk;
    if (chunk.error !== undefined && chunk.error !== null) {
      throw new BrokenAnswerError("the server reported an error", chunk.error);
    }
    if (isText(chunk.model)) this.#model = chunk.model;
    if (chunk.usage !== undefined && chunk.usage !== null)
      this.#usage = readUsage(chunk.usage) ?? this.#usage;
    const choice = Array.isArray(chunk.choices) ? (chunk.choices[0] as WireChoice | undefined) : undefined;
    if (choice === undefined || choice === null) return;
    if (choice.error !== undefined && choice.error !== null) {
      throw new BrokenAnswerError("the server reported an error", choice.error);
    }
    const delta = choice.delta ?? choice.message;
    if (delta) this.#delta(delta);
    if (isText(choice.finish_reason)) this.#finishWith(choice.finish_reason, choice.native_finish_reason);
  }

  /** Ends the answer: emits what could not be judged before and gives the turn. */
  end(): Turn {
    if (!this.isComplete) {
      throw new BrokenAnswerError(
        this.#done
          ? "the answer ended with nothing in it and no finish reason"
          : this.#any
            ? "the answer ended without a finish reason"
            : "the answer ended before it began",
      );
    }
    if (this.#unknownFinish !== undefined) {
      this.#emit({
        type: "notice",
        text: `The server ended with the unknown reason "${this.#unknownFinish}".`,
      });
    }
    const calls = this.#tools.finish();
    let finishReason = this.#finish ?? "stop";
    if (calls.length > 0 && finishReason === "stop") finishReason = "tool_calls";
    const cutAt = finishReason === "tool_calls" ? -1 : this.#tools.lastTouched;
    const toolCalls: ToolCall[] = [];
    const invalidToolCalls: InvalidToolCall[] = [];
    const wireCalls: WireToolCall[] = [];
    calls.forEach((raw, position) => {
      const call = judgeToolCall({ ...raw, name: this.#originalName(raw.name) }, position === cutAt);
      const valid = "arguments" in call;
      if (valid) {
        toolCalls.push(call);
        this.#emit({ type: "tool-call", ...call });
      } else {
        invalidToolCalls.push(call);
        this.#emit({ type: "tool-call-invalid", ...call });
      }
      wireCalls.push({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: valid ? JSON.stringify(call.arguments) : "{}" },
      });
    });
    if (this.#usage) this.#emit({ type: "usage", ...this.#usage });
    this.#emit({ type: "finish", reason: finishReason });
    return this.#turn(finishReason, toolCalls, invalidToolCalls, wireCalls);
  }

  /** What there is of a cancelled answer. Its tool calls are left out: none of them is complete. */
  cancelled(): Turn {
    this.#emit({ type: "finish", reason: "cancelled" });
    return this.#turn("cancelled", [], [], []);
  }

  #turn(
    finishReason: FinishReason,
    toolCalls: ToolCall[],
    invalidToolCalls: InvalidToolCall[],
    wireCalls: WireToolCall[],
  ): Turn {
    const text = this.text;
    const details = this.#details.finish();
    return {
      text,
      reasoning: this.#reasoning.join(""),
      toolCalls,
      invalidToolCalls,
      finishReason,
      ...(this.#usage && { usage: this.#usage }),
      ...(this.#model !== undefined && { model: this.#model }),
      message: {
        role: "assistant",
        content: text === "" && wireCalls.length > 0 ? null : text,
        ...(wireCalls.length > 0 && { tool_calls: wireCalls }),
        ...(details.length > 0 && { reasoning_details: details }),
      },
    };
  }

  #delta(delta: WireDelta): void {
    this.#any = true;
    const { reasoning, reasoning_content, reasoning_details, content, refusal, tool_calls } = delta;
    const details: unknown[] | undefined = Array.isArray(reasoning_details) ? reasoning_details : undefined;
    if (details) this.#details.add(details);
    const thought = isText(reasoning)
      ? reasoning
      : isText(reasoning_content)
        ? reasoning_content
        : details
          ? detailsText(details)
          : "";
    if (thought !== "") {
      this.#grow(thought.length);
      this.#reasoning.push(thought);
      this.#emit({ type: "reasoning-delta", text: thought });
    }
    const text =
      typeof content === "string" ? content : contentText(content) || (isText(refusal) ? refusal : "");
    if (text !== "") {
      this.#grow(text.length);
      this.#text.push(text);
      this.#emit({ type: "text-delta", text });
    }
    if (Array.isArray(tool_calls)) this.#grow(this.#tools.add(tool_calls as ToolCallFragment[]));
  }

  #finishWith(reason: string, native: unknown): void {
    const lower = reason.toLowerCase();
    if (failedReasons.has(lower)) throw new BrokenAnswerError(`the server ended the answer with "${reason}"`);
    const known = finishReasons[lower];
    if (known === undefined) this.#unknownFinish = reason;
    const cutNatively = typeof native === "string" && nativeLength.test(native);
    this.#finish = cutNatively && known !== "content_filter" ? "length" : (known ?? "stop");
  }

  #grow(characters: number): void {
    this.#size += characters;
    if (this.#size > RESPONSE_LIMIT) {
      throw new BrokenAnswerError(`the answer is longer than ${RESPONSE_LIMIT} characters`, undefined, true);
    }
  }
}
