/** One turn: requests and tool runs in alternation, until the model has nothing more to run. */
import { FrameworkError } from "../provider/errors.js";
import type { StreamEvent, Turn, Usage } from "../provider/events.js";
import type { InvalidToolCall, Message, Tool, ToolCall, ToolChoice } from "../provider/messages.js";
import type { CallOptions, CompleteOptions, ModelProvider } from "../provider/provider.js";
import { type EventSink, roomIn } from "../provider/turn-stream.js";
import type { Deliverable } from "./deliverable/deliverable.js";
import type { Payload } from "./deliverable/payload.js";
import type { ContextGate } from "./context-gate.js";
import type { History } from "./history.js";
import type { AutoFinalizer } from "./quirks/auto-finalize-on-complete.js";
import { narrationPrompt } from "./quirks/force-narration-between-tools.js";
import { lifecycleToolChoice } from "./quirks/force-tool-choice-for-lifecycle.js";
import type { CallResult, ToolRunner } from "./tool-run.js";
import { trimmedResults } from "./trim.js";
import { addUsage } from "./usage-meter.js";
import { defined } from "../provider/defined.js";

/** A turn of a session: the last answer, and what the whole turn took. */
export interface SessionTurn extends Turn {
  /** How many requests it took. */
  requests: number;
  /** The accepted payload, when the turn ended with the completion signal. */
  deliverable?: Payload;
  /** The older name of `deliverable`. */
  completion?: Payload;
}

/** What a turn works with. */
export interface TurnContext {
  provider: ModelProvider;
  /** Whoever reads the events at their own pace; without one, all of them are taken at once. */
  sink: EventSink | undefined;
  system: Message | undefined;
  history: History;
  gate: ContextGate;
  runner: ToolRunner;
  deliverable: Deliverable | undefined;
  finalizer: AutoFinalizer | undefined;
  /** Quirks that the loop itself minds. */
  narrate: boolean;
  forceToolChoice: boolean;
  roundLimit: number;
  /** Send prompts although they cannot fit. */
  force: boolean;
  /** The `max_tokens` of the settings. */
  maxTokens: number | undefined;
  onUsage: (usage: Usage) => void;
}

const CALL_NOT_RUN = "Not run: the turn was broken off.";

export class TurnLoop {
  readonly #context: TurnContext;
  readonly #options: CompleteOptions;
  readonly #signal: AbortSignal;
  readonly #deadlineAt: number | undefined;
  #requests = 0;
  #usage: Usage | undefined;
  #hasMadeRoom = false;

  constructor(context: TurnContext, options: CompleteOptions, signal: AbortSignal) {
    this.#context = context;
    this.#options = options;
    this.#signal = signal;
    const { deadlineMs } = options;
    this.#deadlineAt = deadlineMs === undefined ? undefined : performance.now() + deadlineMs;
  }

  /** Runs the turn. However it ends, the history is one that can go on. */
  async run(question: Message): Promise<SessionTurn> {
    const { history, deliverable } = this.#context;
    const start = history.length;
    deliverable?.beginTurn();
    history.push(question);
    try {
      const turn = await this.#rounds();
      this.#emit({ type: "finish", reason: turn.finishReason });
      return turn;
    } catch (error) {
      const partial = error instanceof FrameworkError ? error.partialText : undefined;
      this.#breakOff(start, partial || "[The turn failed before an answer.]");
      throw error;
    }
  }

  async #rounds(): Promise<SessionTurn> {
    const { history, roundLimit, deliverable } = this.#context;
    const start = history.length - 1;
    for (;;) {
      const turn = await this.#request();
      const isCancelled = turn.finishReason === "cancelled";
      if (!isCancelled || turn.text !== "") history.push(turn.message);
      this.#count(turn.usage);
      if (isCancelled) {
        this.#breakOff(start, "[The user cancelled the turn.]");
        return this.#end(turn);
      }
      const calls = callsInOrder(turn);
      if (calls.length === 0) return this.#end(turn);
      if (this.#requests > roundLimit) return this.#stopAtLimit(turn, calls);
      await this.#runCalls(calls);
      await this.#finalize();
      if (deliverable?.completed) {
        history.close(CALL_NOT_RUN, "[The work is complete.]");
        const { completed } = deliverable;
        return {
          ...this.#end({ ...turn, finishReason: "stop" }),
          deliverable: completed,
          completion: completed,
        };
      }
      if (this.#signal.aborted) {
        this.#breakOff(start, "[The user cancelled the turn.]");
        return this.#end({ ...turn, finishReason: "cancelled" });
      }
      if (this.#context.narrate) history.push(narrationPrompt());
    }
  }

  #end(turn: Turn): SessionTurn {
    return { ...turn, ...(this.#usage && { usage: this.#usage }), requests: this.#requests };
  }

  /** One answer. A prompt that is too long is sent once more in the turn, with more room. */
  async #request(): Promise<Turn> {
    const { deliverable, forceToolChoice } = this.#context;
    const forced = deliverable && forceToolChoice ? lifecycleToolChoice(deliverable) : undefined;
    // A choice that the caller demands holds for the first request: on every one it would never end.
    const choice = forced ?? (this.#requests === 0 ? this.#options.toolChoice : undefined);
    this.#requests += 1;
    try {
      return await this.#send(choice);
    } catch (error) {
      if (!isContextLimit(error) || this.#hasMadeRoom) throw error;
      this.#hasMadeRoom = true;
      const trimmed = this.#trim();
      return this.#send(choice, (isLowered) => {
        // The same request once more would fail the same way.
        if (!trimmed && !isLowered) throw error;
      });
    }
  }

  /** `again` is asked before a second try, for which more room is left. */
  async #send(toolChoice: ToolChoice | undefined, again?: (isLowered: boolean) => void): Promise<Turn> {
    const { provider, system, history, gate, runner } = this.#context;
    const messages = system ? [system, ...history.messages] : [...history.messages];
    const tools = runner.wireTools;
    const window = provider.contextWindow;
    const wanted = this.#options.maxTokens ?? this.#context.maxTokens;
    const cautious = again !== undefined;
    const request = { messages, tools, window, maxTokens: wanted };
    if (gate.isInDoubt(request)) await this.#countExactly(messages, tools);
    const { maxTokens, notice } = gate.admit({
      ...request,
      cautious,
      force: this.#context.force,
      error: provider.contextLimitError,
    });
    again?.(maxTokens !== undefined);
    if (notice !== undefined) this.#emit({ type: "notice", text: notice });
    const { toolChoice: _first, onOutput: _output, ...options } = this.#options;
    const turn = await this.#ask(messages, {
      ...options,
      tools,
      ...defined({ maxTokens, toolChoice }),
      ...(this.#deadlineAt !== undefined && { deadlineMs: this.#deadlineAt - performance.now() }),
      signal: this.#signal,
    });
    // A prompt that was answered has fitted; any other count is no count of it.
    const counted = turn.usage?.prompt_tokens ?? 0;
    if (counted <= window.tokens) gate.learn(messages, tools, counted);
    return turn;
  }

  /** One answer, passed on as it comes, and no faster than whoever reads it. */
  async #ask(messages: readonly Message[], { tools, ...options }: CallOptions): Promise<Turn> {
    const { provider, sink } = this.#context;
    if (!sink)
      return provider.complete(messages, tools, { ...options, onOutput: (event) => this.#pass(event) });
    const stream = provider.stream(messages, { ...options, ...(tools && { tools }) });
    for await (const event of stream) {
      this.#pass(event);
      if (sink.full) await roomIn(sink);
    }
    return stream.turn;
  }

  async #countExactly(messages: readonly Message[], tools: readonly Tool[]): Promise<void> {
    const { provider, gate } = this.#context;
    const tokens = await provider.countPrompt?.(messages, tools, this.#signal);
    if (tokens !== undefined) gate.learn(messages, tools, tokens);
  }

  #count(usage: Usage | undefined): void {
    if (!usage) return;
    this.#usage = this.#usage ? addUsage(this.#usage, usage) : usage;
    this.#context.onUsage(usage);
  }

  /** Each request ends with its own `finish`; the turn has only one, its own. */
  #pass(event: StreamEvent): void {
    const { transcript } = this.#context.history;
    if (event.type === "text-delta") transcript?.partial(event.text);
    else if (event.type === "restart") transcript?.write({ type: "restart" });
    if (event.type !== "finish") this.#emit(event);
  }

  #emit(event: StreamEvent): void {
    this.#options.onOutput?.(event);
  }

  /** Shortens old tool results; false when there are none, or not enough of them. */
  #trim(): boolean {
    const { history, gate, runner, provider } = this.#context;
    const trimmed = trimmedResults(history.messages);
    if (trimmed.size === 0) return false;
    gate.forget();
    const shorter = history.messages.map((message, place) => trimmed.get(place) ?? message);
    if (!gate.mayFit(gate.measure(shorter, runner.wireTools), provider.contextWindow)) return false;
    for (const [place, message] of trimmed) history.replace(place, message);
    const what = trimmed.size === 1 ? "1 tool result was" : `${trimmed.size} tool results were`;
    this.#emit({
      type: "notice",
      text: `The conversation is too long for the window: ${what} shortened, and it is tried once more.`,
    });
    return true;
  }

  async #runCalls(calls: readonly (ToolCall | InvalidToolCall)[]): Promise<void> {
    await this.#context.runner.run(
      calls,
      this.#signal,
      (result) => this.#answer(result),
      (event) => this.#emit(event),
    );
  }

  #answer({ parts, ...result }: CallResult): void {
    const { history, provider } = this.#context;
    const { content } = result;
    // A picture for a model that takes none would fail the whole turn.
    const shows = parts && (provider.inputModalities?.includes("image") ?? true);
    history.push({
      role: "tool",
      tool_call_id: result.id,
      content: shows ? [{ type: "text", text: content }, ...parts] : content,
    });
    this.#emit({ type: "tool-result", ...result });
  }

  /** The quirk `auto_finalize_on_complete`. */
  async #finalize(): Promise<void> {
    const { finalizer, history } = this.#context;
    const call = this.#signal.aborted ? undefined : await finalizer?.call();
    if (!call) return;
    const wireCall = { name: call.name, arguments: JSON.stringify(call.arguments) };
    history.push({
      role: "assistant",
      content: null,
      tool_calls: [{ id: call.id, type: "function", function: wireCall }],
    });
    this.#emit({ type: "tool-call", ...call });
    await this.#runCalls([call]);
  }

  #stopAtLimit(turn: Turn, calls: readonly (ToolCall | InvalidToolCall)[]): SessionTurn {
    const { roundLimit, history } = this.#context;
    for (const { id, name } of calls) {
      const content = `Not run: the limit of ${roundLimit} tool rounds in one turn is reached.`;
      this.#answer({ id, name, ok: false, content });
    }
    history.close(CALL_NOT_RUN, `[Stopped after ${roundLimit} tool rounds.]`);
    this.#emit({
      type: "notice",
      text: `Stopped after ${roundLimit} tool rounds; the calls the model made last were not run. Send a message to go on.`,
    });
    return this.#end(turn);
  }

  /** A turn of which nothing came leaves no trace; any other gets an end. */
  #breakOff(start: number, note: string): void {
    const { history } = this.#context;
    if (history.length === start + 1) history.cut(start);
    else history.close(CALL_NOT_RUN, note);
  }
}

/** Valid and invalid calls in the order in which the model made them. */
function callsInOrder(turn: Turn): (ToolCall | InvalidToolCall)[] {
  const [valid, invalid] = [[...turn.toolCalls], [...turn.invalidToolCalls]];
  return (turn.message.tool_calls ?? []).flatMap(
    ({ id }) => (valid[0]?.id === id ? valid : invalid).shift() ?? [],
  );
}

const isContextLimit = (error: unknown): boolean =>
  error instanceof FrameworkError && error.code === "context-limit";
