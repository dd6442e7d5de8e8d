/**
 * What every chat-completions backend shares: settings, the session's connections, turns with retries, cancel.
 * A provider adds how it probes, lists, finds the window, and what it puts into a request.
 */
import type { Prices } from "../provider/call-events.js";
import type { ContextWindow } from "../provider/context-window.js";
import type { KnobSchema, KnobValues, ProviderDefinition } from "../provider/definition.js";
import { CancelledError, ConfigurationError, ContextWindowError } from "../provider/errors.js";
import type { Turn } from "../provider/events.js";
import type { Message, ResponseFormat, Tool } from "../provider/messages.js";
import type {
  CallOptions,
  CompleteOptions,
  ConnectOptions,
  ModelInfo,
  ModelProvider,
  TurnStream,
} from "../provider/provider.js";
import type { Settings, SettingSources } from "../provider/settings.js";
import { resolveSettings } from "../settings/resolve.js";
import { callbackSink, createTurnStream, type EventSink, watchedSink } from "../provider/turn-stream.js";
import { TokenCounter } from "../tokens/counter.js";
import { type ChatCall, runChatCall, type Timeouts } from "./call.js";
import { type ChatBody, chatBody } from "./request.js";
import { ACCEPT_DONE } from "../provider/definition.js";
import { ChatAnswer } from "./answer.js";
import type { FailureContext } from "./failure.js";
import { ConnectionPool } from "../http/connection-pool.js";
import { type JsonAnswer, type JsonRequest, requestJson, sendJson } from "./json-request.js";
import { observeCall } from "./observed-call.js";
import { DEFAULT_RETRIES, LONGEST_HINT_MS, TOTAL_MS, withRetries } from "./retry.js";
import { originalNames } from "./tool-schema.js";

/** What `connect` found out. */
export interface Connection {
  /** As the user named it. */
  model: string;
  /** As requests must name it, where that differs. */
  wireModel?: string;
  window: ContextWindow;
  /** What the model takes besides text, where the catalog says it. */
  inputModalities?: readonly string[] | undefined;
  prices?: Prices | undefined;
}

const DEFAULT_TIMEOUTS: Timeouts = {
  connect: 15_000,
  request: 600_000,
  streamIdle: 300_000,
  retryWait: LONGEST_HINT_MS,
  total: TOTAL_MS,
};

export abstract class ChatProvider<Knobs extends KnobSchema> implements ModelProvider {
  readonly definition: ProviderDefinition<Knobs>;
  #settings: Settings<KnobValues<Knobs>> | undefined;
  #sources: SettingSources = {};
  #timeouts: Timeouts = DEFAULT_TIMEOUTS;
  #connection: Connection | undefined;
  #pool: ConnectionPool | undefined;
  /** What the backend's counts have taught about the connected model's vocabulary. */
  protected tokens = new TokenCounter();
  readonly #running = new Set<AbortController>();

  constructor(definition: ProviderDefinition<Knobs>) {
    this.definition = definition;
  }

  /** Where chat requests go. */
  protected abstract chatUrl(): URL;
  /** Addresses beside the chat's, where the backend has any. */
  protected otherUrls(): URL[] {
    return [];
  }
  /** Headers of every request; without a credential there is no Authorization header. */
  protected abstract headers(): Record<string, string>;
  protected abstract readonly failure: FailureContext;
  /** Checks what can be checked before a model is known. */
  protected abstract probe(): Promise<void>;
  protected abstract open(model: string, options: ConnectOptions): Promise<Connection>;
  abstract describeModels(prefix?: string): Promise<ModelInfo[]>;
  /** Adds the backend's own fields to a request. */
  protected extend(body: ChatBody): ChatBody {
    return body;
  }
  /** What the user should know before this request goes out. */
  protected notices(_body: ChatBody): string[] {
    return [];
  }
  /** The provider's own clocks; what the caller gave still wins. */
  protected timeouts(): Partial<Timeouts> {
    return {};
  }

  get name(): string {
    return this.definition.name;
  }

  get settings(): Settings<KnobValues<Knobs>> {
    if (!this.#settings) throw new ConfigurationError(`${this.name}: call initialize() first.`);
    return this.#settings;
  }

  async initialize(config: Record<string, unknown> = {}, sources: SettingSources = {}): Promise<void> {
    this.#settings = await resolveSettings(this.definition, config, sources);
    this.#pool = new ConnectionPool(this.#settings.env);
    this.#connection = undefined;
    this.#sources = sources;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...this.timeouts(), ...sources.timeouts };
    await this.probe();
  }

  async connect(model?: string, options: ConnectOptions = {}): Promise<void> {
    const wanted = model ?? this.settings.model;
    if (!wanted) {
      const variable = this.definition.variables.find(({ knob }) => knob === "model")?.name;
      throw new ConfigurationError(
        `No model was named. Use --model, "model:" in the profile${variable ? `, or ${variable}` : ""}. ` +
          `"fw models --provider ${this.name}" lists what the backend offers.`,
      );
    }
    const controller = new AbortController();
    const { signal } = options;
    this.#running.add(controller);
    try {
      this.#connection = await this.open(wanted, {
        ...options,
        signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      });
      this.tokens = new TokenCounter();
    } finally {
      this.#running.delete(controller);
    }
  }

  async listModels(prefix?: string): Promise<string[]> {
    return (await this.describeModels(prefix)).map(({ id }) => id);
  }

  get endpoints(): readonly URL[] {
    try {
      return [this.chatUrl(), ...this.otherUrls()];
    } catch {
      return [];
    }
  }

  get contextWindow(): ContextWindow {
    return this.#connected().window;
  }

  get model(): string {
    return this.#connected().model;
  }

  get inputModalities(): readonly string[] | undefined {
    return this.#connected().inputModalities;
  }

  getContextLimit(): number {
    return this.contextWindow.tokens;
  }

  stream(messages: readonly Message[], options: CallOptions = {}): TurnStream {
    return createTurnStream((sink, signal) => this.#run(messages, options, sink, signal));
  }

  complete(
    messages: readonly Message[],
    tools?: readonly Tool[],
    options: CompleteOptions = {},
  ): Promise<Turn> {
    const { onOutput, ...rest } = options;
    const sink = callbackSink(onOutput ?? (() => undefined));
    // What nobody was shown needs no taking back.
    const given = { restarts: onOutput === undefined, ...rest };
    return this.#run(messages, tools ? { ...given, tools } : given, sink);
  }

  cancel(): void {
    for (const controller of this.#running) controller.abort();
    this.#pool?.destroy();
  }

  async close(): Promise<void> {
    this.cancel();
  }

  /** The error of a window that no source names. */
  protected windowMissing(model: string, tried: readonly string[], mend: string): ContextWindowError {
    return new ContextWindowError(
      `The context window of "${model}" is not known, and it is never guessed. Looked at: ${tried.join("; ")}. ${mend}`,
    );
  }

  /** A small request on the session's connections; an error status is thrown. */
  protected json(
    request: Omit<JsonRequest, "headers" | "failure"> & Partial<JsonRequest>,
  ): Promise<JsonAnswer> {
    return requestJson(this.pool, { headers: this.headers(), failure: this.failure, ...request });
  }

  /** The same, for callers that read the status themselves. */
  protected rawJson(
    request: Omit<JsonRequest, "headers" | "failure"> & Partial<JsonRequest>,
  ): Promise<JsonAnswer> {
    return sendJson(this.pool, { headers: this.headers(), failure: this.failure, ...request });
  }

  protected get pool(): ConnectionPool {
    if (!this.#pool) throw new ConfigurationError(`${this.name}: call initialize() first.`);
    return this.#pool;
  }

  /** What the backend's answers can be held to; it refuses a request for anything else. */
  protected readonly responseFormats: readonly ResponseFormat["type"][] = ["json_object", "json_schema"];
  /** Looks at the head of a good chat answer. */
  protected onHead?: ChatCall["onHead"];
  /** The most bytes the service takes in one request. */
  protected readonly bodyLimit?: number;
  /** What the user should know about a finished answer to this request. */
  protected remarkOn(_answer: ChatAnswer, _body: ChatBody): string | undefined {
    return undefined;
  }

  #connected(): Connection {
    if (!this.#connection) throw new ConfigurationError(`${this.name}: call connect() first.`);
    return this.#connection;
  }

  /** Runs a call, and tells whoever wants to know about it. */
  #run(
    messages: readonly Message[],
    options: CallOptions,
    sink: EventSink,
    readerLeft?: AbortSignal,
  ): Promise<Turn> {
    const { onCall, callContent: content = false } = this.#sources;
    if (!onCall) return this.#call(messages, options, sink, readerLeft);
    const { model, prices } = this.#connected();
    const observed = { provider: this.name, model, prices, messages, onCall, content };
    return observeCall(observed, sink, (watched) => this.#call(messages, options, watched, readerLeft));
  }

  async #call(
    messages: readonly Message[],
    options: CallOptions,
    sink: EventSink,
    readerLeft?: AbortSignal,
  ): Promise<Turn> {
    const connection = this.#connected();
    const controller = new AbortController();
    const abort = () => controller.abort();
    const signals = [options.signal, readerLeft].filter((signal) => signal !== undefined);
    for (const signal of signals) {
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort, { once: true });
    }
    const deadline = options.deadlineMs;
    const output = watchedSink(sink);
    this.#running.add(controller);
    try {
      const { responseFormat, ...plain } = options;
      const isEnforced = responseFormat && this.responseFormats.includes(responseFormat.type);
      const model = connection.wireModel ?? connection.model;
      const body = this.extend(chatBody(model, messages, isEnforced ? options : plain));
      const originalName = originalNames(options.tools ?? []);
      for (const text of this.notices(body)) sink.push({ type: "notice", text });
      if (responseFormat && !isEnforced) {
        const text = `${this.name} cannot be held to ${responseFormat.type}: the format was not sent, only the messages ask for it.`;
        sink.push({ type: "notice", text });
      }
      const turn = await withRetries(
        () =>
          runChatCall({
            pool: this.pool,
            url: this.chatUrl(),
            headers: this.headers(),
            body,
            timeouts: this.#timeouts,
            originalName,
            failure: this.failure,
            sink: output,
            signal: controller.signal,
            acceptDone: this.settings.quirks[ACCEPT_DONE] === true,
            onHead: this.onHead,
            bodyLimit: this.bodyLimit,
            remarkOn: (answer) => this.remarkOn(answer, body),
          }),
        {
          retries: options.retries ?? DEFAULT_RETRIES,
          signal: controller.signal,
          deadlineAt: deadline === undefined ? undefined : performance.now() + deadline,
          longestHintMs: this.#timeouts.retryWait,
          totalMs: this.#timeouts.total,
          isFinal: () => output.hasOutput && options.restarts !== true,
          onRestart: ({ attempt, waitMs, error }) =>
            sink.push({
              type: "restart",
              attempt,
              wait_ms: waitMs,
              reason: `${error.name}: ${error.message}`,
            }),
          onWaiting: (seconds) => sink.push({ type: "waiting", for: "retry", seconds }),
        },
      );
      if (turn.usage) this.tokens.learn(body.messages, body.tools ?? [], turn.usage.prompt_tokens);
      return turn;
    } catch (error) {
      if (error instanceof CancelledError) return new ChatAnswer((event) => sink.push(event)).cancelled();
      throw error;
    } finally {
      this.#running.delete(controller);
      for (const signal of signals) signal.removeEventListener("abort", abort);
    }
  }
}
