/**
 * One chat answer, from chunks or from a single body, to events and a `Turn`. An answer has finished only when a finish
 * reason that is known to be good was seen and no error came before it; everything else is `BrokenAnswerError`. Once it
 * has finished, nothing that follows can take it away.
 */
import type { FinishReason, StreamEvent, Turn, UsageCounts } from "../provider/events.js";
import type { InvalidToolCall, ToolCall, WireToolCall } from "../provider/messages.js";
import { countedUsage, usageEvent } from "../provider/spelling.js";
import { type Fields, isRecord, jsonIn, record } from "../provider/untrusted.js";
import { asDelta, callFragments, contentText, isText, type WireDelta } from "./answer-content.js";
import { BrokenAnswerError } from "./broken-answer.js";
import { type Ending, endingOf, finishWord, worse } from "./finish-reasons.js";
import { judgeToolCall } from "./judge-tool-call.js";
import { mendedData, objectIn } from "./mended-data.js";
import { detailsText, ReasoningDetails } from "./reasoning.js";
import { isDone, isHeartbeat, reportedError } from "./reported-error.js";
import { ToolCallAssembler } from "./tool-calls.js";
import { readUsage } from "./usage.js";
import { WholeCharacters } from "./whole-characters.js";
import { WholeMessages } from "./whole-messages.js";

/** What a response may hold in memory, in characters. */
const RESPONSE_LIMIT = 128 * 1024 * 1024;
/** Fields that good chunks have; one with others is looked at more closely. The close look is long, and seldom needed. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "created",
  "model",
  "choices",
  "usage",
  "system_fingerprint",
  "service_tier",
  "provider",
]);
const UNFINISHED: Partial<Record<FinishReason, string>> = {
  length: "the answer was cut off by the token limit",
  content_filter: "the answer was cut off by the backend's content filter",
};

/** Maps wire tool names back to the caller's, where they had to be changed. */
export type NameMap = (wireName: string) => string;

/** What is known of the request that is answered. */
export interface AnswerOptions {
  originalName?: NameMap;
  /** Whether the tool of this wire name has no parameters. */
  takesNothing?: (wireName: string) => boolean;
  /** The quirk `accept_done_without_finish`: `[DONE]` after something readable ends the answer. */
  acceptDone?: boolean;
  /** The token limit that was sent to a server which calls a cut answer `stop`. */
  hiddenLimit?: number | undefined;
  /** The field of a choice that holds the reason of the server behind this one. */
  upstreamFinish?: string | undefined;
}

export class ChatAnswer {
  readonly #emit: (event: StreamEvent) => void;
  readonly #characters = new WholeCharacters();
  readonly #options: AnswerOptions;
  #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #details = new ReasoningDetails();
  readonly #tools: ToolCallAssembler;
  readonly #messages = new WholeMessages();
  /** The choices of another index, for a server that does not count from nought. */
  #spare: { index: unknown; choices: Fields[] } | undefined;
  #size = 0;
  #finish: Exclude<Ending, "failed"> | undefined;
  /** The server went on after its finish reason, so that only `[DONE]` can prove the end. */
  #wentOn = false;
  #usage: UsageCounts | undefined;
  #model: string | undefined;
  #done = false;
  #any = false;
  #hasOutput = false;

  constructor(emit: (event: StreamEvent) => void, options: AnswerOptions = {}) {
    this.#emit = emit;
    this.#options = options;
    const original = options.originalName ?? ((name: string) => name);
    this.#tools = new ToolCallAssembler((id, name, text) => {
      this.#hasOutput = true;
      emit({ type: "tool-call-delta", id, name: original(name), text });
    });
  }

  /** True once nothing more is to come. */
  get isDone(): boolean {
    return this.#done;
  }

  /** True once the answer counts as complete. */
  get isComplete(): boolean {
    if (this.#finish !== undefined) return !this.#wentOn || this.#done;
    return this.#options.acceptDone === true && this.#done && !this.#isEmpty;
  }

  get hasUsage(): boolean {
    return this.#usage !== undefined;
  }

  get #isEmpty(): boolean {
    const pieces = this.#text.length + this.#reasoning.length;
    return pieces === 0 && this.#details.isEmpty && this.#tools.isEmpty;
  }

  /** True once anything of the answer has arrived. */
  get hasBegun(): boolean {
    return this.#any;
  }

  /** True once anything of the answer has been handed on. */
  get hasOutput(): boolean {
    return this.#hasOutput || this.#text.length > 0 || this.#reasoning.length > 0;
  }

  get text(): string {
    if (this.#text.length > 1) this.#text = [this.#text.join("")];
    return this.#text[0] ?? "";
  }

  get hasToolCalls(): boolean {
    return !this.#tools.isEmpty;
  }

  /** One event of a stream; false when it said nothing of the answer. */
  data(data: string, event: string): boolean {
    if (isDone(data)) {
      this.#done = true;
      return true;
    }
    const value = jsonIn(data);
    if (value === undefined) return this.#unreadable(data, event);
    if (event === "error" && !this.isComplete) {
      throw new BrokenAnswerError("the server reported an error", value);
    }
    return this.value(value);
  }

  /** One chunk, or a whole answer: they differ only in `delta` and `message`. False when it said nothing of the answer. */
  chunk(value: unknown): boolean {
    const chunk = record(value);
    const choice = this.#ownChoice(chunk["choices"]);
    this.#refuseError(chunk, choice);
    if (isText(chunk["model"])) this.#model = chunk["model"];
    const usage = isRecord(chunk["usage"]) ? readUsage(chunk["usage"]) : undefined;
    if (usage) this.#usage = usage;
    if (choice) this.#choice(choice);
    return choice !== undefined || usage !== undefined;
  }

  /** Ends the answer: emits what could not be judged before and gives the turn. */
  end(): Turn {
    if (!this.#any && this.#spare) for (const choice of this.#spare.choices) this.#choice(choice);
    if (!this.isComplete) throw new BrokenAnswerError(this.#whyIncomplete());
    this.#say(this.#characters.rest());
    const calls = this.#tools.finish();
    const finishReason = this.#reason(calls.length > 0);
    const unfinished = UNFINISHED[finishReason];
    const toolCalls: ToolCall[] = [];
    const invalidToolCalls: InvalidToolCall[] = [];
    const wireCalls: WireToolCall[] = [];
    for (const raw of calls) {
      const takesNothing = this.#options.takesNothing?.(raw.name) ?? false;
      const name = this.#options.originalName?.(raw.name) ?? raw.name;
      const call = judgeToolCall({ ...raw, name }, { unfinished, takesNothing });
      const valid = "arguments" in call;
      if (valid) {
        toolCalls.push(call);
        this.#emit({ type: "tool-call", ...call });
      } else {
        invalidToolCalls.push(call);
        this.#emit({ type: "tool-call-invalid", ...call });
      }
      const wireArguments = valid ? JSON.stringify(call.arguments) : "{}";
      wireCalls.push({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: wireArguments },
      });
    }
    if (this.#usage) this.#emit(usageEvent(this.#usage));
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
      ...(this.#usage && { usage: countedUsage(this.#usage) }),
      ...(this.#model !== undefined && { model: this.#model }),
      message: {
        role: "assistant",
        content: text === "" && wireCalls.length > 0 ? null : text,
        ...(wireCalls.length > 0 && { tool_calls: wireCalls }),
        ...(details.length > 0 && { reasoning_details: details }),
      },
    };
  }

  #reason(hasCalls: boolean): Exclude<Ending, "failed"> {
    const said = this.#finish ?? "stop";
    const limit = this.#options.hiddenLimit;
    const isWell = said === "stop" || said === "tool_calls";
    if (isWell && limit !== undefined && (this.#usage?.output_tokens ?? 0) >= limit) return "length";
    return said === "stop" && hasCalls ? "tool_calls" : said;
  }

  #whyIncomplete(): string {
    if (this.#wentOn) return "the answer went on after its finish reason and then ended without [DONE]";
    if (this.#isEmpty && this.#done) return "the answer ended with nothing in it and no finish reason";
    if (this.#done) {
      return "[DONE] came without a finish reason, so the answer may be cut; a server that never gives one needs the quirk accept_done_without_finish";
    }
    return this.#any ? "the answer ended without a finish reason" : "the answer ended before it began";
  }

  /** A chunk or a whole answer; what is no object is a heartbeat, a list of chunks, or words. */
  value(value: unknown): boolean {
    if (isRecord(value)) return this.chunk(value);
    if (Array.isArray(value))
      return value.map((item: unknown) => isRecord(item) && this.chunk(item)).includes(true);
    const inner = typeof value === "string" ? objectIn(value) : undefined;
    if (isRecord(inner)) return this.chunk(inner);
    const isQuiet = typeof value !== "string" || isHeartbeat(value);
    if (isQuiet || this.isComplete) return false;
    throw new BrokenAnswerError("the server wrote words instead of a chunk", value);
  }

  /** Data that is no JSON: a heartbeat, several chunks in one event, what follows a complete answer, or a failure. */
  #unreadable(data: string, event: string): boolean {
    if (isHeartbeat(data) || this.isComplete) return false;
    const mended = mendedData(data);
    if (mended !== undefined && mended !== data && isData(mended)) return this.data(mended, event);
    if (event === "error") throw new BrokenAnswerError("the server reported an error", data);
    const lines = data.split("\n");
    if (lines.length > 1 && lines.every(isData)) {
      return lines.map((line) => this.data(line, event)).includes(true);
    }
    if (!/^\s*[[{]/.test(data))
      throw new BrokenAnswerError("the server wrote words instead of a chunk", data);
    const start = data.slice(0, 80).replaceAll(/\s+/g, " ");
    throw new BrokenAnswerError(`the server sent a chunk that is not JSON: ${start}`);
  }

  /** The choice that is ours; others, which nobody asked for, are kept apart. */
  #ownChoice(choices: unknown): Fields | undefined {
    if (isRecord(choices)) return isRecord(choices["0"]) ? choices["0"] : choices;
    if (!Array.isArray(choices)) return undefined;
    for (const choice of choices) {
      if (!isRecord(choice)) continue;
      const { index } = choice;
      if (index === 0 || index === undefined || index === null || typeof index === "object") return choice;
      if (Number(index) === 0) return choice;
      this.#spare ??= { index, choices: [] };
      if (this.#spare.index !== index || this.#any) continue;
      this.#grow(contentText(asDelta(choice["delta"] ?? choice["message"]) ?? {}).length + 1);
      this.#spare.choices.push(choice);
    }
    return undefined;
  }

  #refuseError(chunk: Fields, choice: Fields | undefined): void {
    if (
      choice &&
      isPlain(chunk) &&
      !hasError(choice) &&
      !hasError(choice["delta"]) &&
      !hasError(choice["message"])
    )
      return;
    const error = reportedError(chunk, choice ?? {});
    if (error !== undefined && !this.isComplete) {
      throw new BrokenAnswerError("the server reported an error", error);
    }
  }

  #choice(choice: Fields): void {
    const { delta, message, text, finish_reason: reason } = choice;
    const ending = finishWord(reason);
    const given = asDelta(delta) ?? (isText(text) ? { content: text } : undefined);
    if (given) this.#delta(given);
    if (isRecord(message)) this.#delta(this.#messages.unsaid(message, this.#soFar(ending !== undefined)));
    if (ending !== undefined) this.#finishWith(ending, this.#upstreamEnding(choice));
  }

  #upstreamEnding(choice: Fields): string | undefined {
    const { upstreamFinish } = this.#options;
    return upstreamFinish === undefined ? undefined : finishWord(choice[upstreamFinish]);
  }

  #soFar(isLast: boolean) {
    return {
      text: () => this.text,
      hasText: this.#text.length > 0,
      hasThoughts: this.#reasoning.length > 0,
      hasCalls: !this.#tools.isEmpty,
      isLast,
    };
  }

  #delta(delta: WireDelta): void {
    this.#any = true;
    const { reasoning, reasoning_content, reasoning_details } = delta;
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
    const text = contentText(delta);
    if (text !== "") {
      this.#say(this.#characters.add(text));
      if (this.#finish !== undefined) this.#wentOn = true;
    }
    const calls = callFragments(delta);
    if (calls.length > 0) this.#grow(this.#tools.add(calls, this.#finish !== undefined));
  }

  #say(text: string): void {
    if (text === "") return;
    this.#grow(text.length);
    this.#text.push(text);
    this.#emit({ type: "text-delta", text });
  }

  #finishWith(word: string, native: string | undefined): void {
    const said = endingOf(word);
    const ending = said && worse(said, native === undefined ? undefined : endingOf(native));
    if (ending !== undefined && ending !== "failed") {
      this.#finish = ending === "stop" || ending === "tool_calls" ? worseEnd(ending, this.#finish) : ending;
      return;
    }
    if (this.isComplete) return;
    const shown = said === "failed" || native === undefined ? word : native;
    const what = said === undefined ? `the unknown reason "${word}"` : `"${shown}"`;
    throw new BrokenAnswerError(`the server ended the answer with ${what}`, undefined, "named");
  }

  #grow(characters: number): void {
    this.#size += characters;
    if (this.#size > RESPONSE_LIMIT) {
      throw new BrokenAnswerError(
        `the answer is longer than ${RESPONSE_LIMIT} characters`,
        undefined,
        "same-again",
      );
    }
  }
}

function isPlain(chunk: Fields): boolean {
  for (const field in chunk) {
    if (!PLAIN_FIELDS.has(field) && (field !== "object" || chunk[field] === "error")) return false;
  }
  return true;
}

const hasError = (part: unknown): boolean => isRecord(part) && part["error"] !== undefined;

/** A server that gives its reason twice means the worse one. */
function worseEnd(
  ending: "stop" | "tool_calls",
  earlier: Exclude<Ending, "failed"> | undefined,
): Exclude<Ending, "failed"> {
  return earlier === "length" || earlier === "content_filter" ? earlier : ending;
}

/** Whether a text is what an event may hold. */
const isData = (text: string): boolean => isDone(text) || jsonIn(text) !== undefined;
