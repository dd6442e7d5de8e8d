/**
 * What every chat-completions backend shares: settings, the session's connections, safe lists, turns with retries, cancel.
 * What differs from backend to backend is its dialect.
 */
import type { Prices } from "../provider/call-events.js";
import type { ContextWindow } from "../provider/context-window.js";
import {
  ACCEPT_DONE,
  type KnobSchema,
  type KnobValues,
  type ProviderDefinition,
} from "../provider/definition.js";
import { CancelledError, ConfigurationError, type ErrorClass } from "../provider/errors.js";
import { onAbort } from "../provider/on-abort.js";
import type { Turn } from "../provider/events.js";
import type { Message, Tool } from "../provider/messages.js";
import type {
  CallOptions,
  CompleteOptions,
  ConnectOptions,
  ModelInfo,
  ModelProvider,
  TurnStream,
} from "../provider/provider.js";
import { redact } from "../provider/secrets.js";
import type { Settings, SettingSources } from "../provider/settings.js";
import { ChangedSink, createTurnStream, type EventSink, wholeCall } from "../provider/turn-stream.js";
import { Stop, type StopSignal } from "../provider/stop.js";
import { safeModels } from "../provider/safe-models.js";
import { safeLine } from "../provider/untrusted.js";
import { TokenCounter } from "../tokens/counter.js";
import { ConnectionPool } from "../http/connection-pool.js";
import { resolveSettings } from "../settings/resolve.js";
import { judgeNotFound } from "./absent-model.js";
import { ChatAnswer } from "./answer.js";
import type { ConnectedModel, Dialect, Access, SmallRequest, Timeouts } from "./dialect.js";
import { requestJson, sendJson } from "./json-request.js";
import { maskedExchange } from "./masked-exchange.js";
import { observeCall } from "./observed-call.js";
import { effortFields, reasoningNotice } from "./reasoning-wish.js";
import { chatBody } from "./request.js";
import { DEFAULT_RETRIES, LONGEST_HINT_MS, TOTAL_MS, withRetries } from "./retry.js";
import { originalNames } from "./tool-schema.js";
import { runWithRetries } from "./tries.js";

const DEFAULT_TIMEOUTS: Timeouts = {
  connect: 15_000,
  request: 600_000,
  streamIdle: 300_000,
  retryWait: LONGEST_HINT_MS,
  total: TOTAL_MS,
};
/** The quirk that reads typed arguments written as text. */
const COERCE = "coerce_typed_tool_args";
const JSON_FORMATS = ["json_object", "json_schema"] as const;

/** A provider for a backend that speaks chat completions in this dialect. */
export function chatProvider<Knobs extends KnobSchema, Evidence>(
  definition: ProviderDefinition<Knobs, Evidence>,
  dialect: (access: Access<Knobs, Evidence>) => Dialect,
): ModelProvider {
  return new ChatProvider(definition, dialect);
}

class ChatProvider<Knobs extends KnobSchema, Evidence> implements ModelProvider {
  readonly #definition: ProviderDefinition<Knobs, Evidence>;
  readonly #createDialect: (access: Access<Knobs, Evidence>) => Dialect;
  #settings: Settings<KnobValues<Knobs>> | undefined;
  #pool: ConnectionPool | undefined;
  #dialect: Dialect | undefined;
  #sources: SettingSources = {};
  #timeouts: Timeouts = DEFAULT_TIMEOUTS;
  #connection: ConnectedModel | undefined;
  /** What the backend's counts have taught about the connected model's vocabulary, for a dialect that has asked. */
  #tokens: TokenCounter | undefined;
  readonly #running = new Set<Pick<AbortController, "abort">>();
  /** Ends the small requests that nobody gave a signal. */
  #cancelled = new AbortController();
  #progress: ((text: string) => void) | undefined;

  constructor(
    definition: ProviderDefinition<Knobs, Evidence>,
    createDialect: (access: Access<Knobs, Evidence>) => Dialect,
  ) {
    this.#definition = definition;
    this.#createDialect = createDialect;
  }

  get name(): string {
    return this.#definition.name;
  }

  get settings(): Settings<KnobValues<Knobs>> {
    return this.#initialized(this.#settings);
  }

  get endpoints(): readonly URL[] {
    return this.#dialect ? [this.#dialect.chatUrl, ...(this.#dialect.otherUrls ?? [])] : [];
  }

  get contextWindow(): ContextWindow {
    return this.#connected().window;
  }

  get model(): string {
    return this.#connected().model;
  }

  get checkCredential(): ModelProvider["checkCredential"] {
    return this.#dialect?.checkCredential;
  }

  get prices(): Prices | undefined {
    return this.#connected().prices;
  }

  get takesTools(): boolean | undefined {
    return this.#connected().takesTools;
  }

  get inputModalities(): readonly string[] | undefined {
    return this.#connected().inputModalities;
  }

  get contextLimitError(): ErrorClass | undefined {
    return this.#dialect?.failure.errors.contextLimit;
  }

  getContextLimit(): number {
    return this.contextWindow.tokens;
  }

  async initialize(config: Record<string, unknown> = {}, sources: SettingSources = {}): Promise<void> {
    this.#dialect = undefined;
    this.#connection = undefined;
    const settings = await resolveSettings(this.#definition, config, sources);
    this.#settings = settings;
    this.#sources = sources;
    const { onExchange } = sources;
    this.#progress = sources.onProgress;
    this.#pool = new ConnectionPool(
      settings.env,
      onExchange && ((exchange) => onExchange(maskedExchange(exchange, settings.secrets))),
    );
    const dialect = this.#createDialect({
      definition: this.#definition,
      settings,
      ask: (request) => requestJson(this.#initialized(this.#pool), this.#complete(request)),
      send: (request) => sendJson(this.#initialized(this.#pool), this.#complete(request)),
      measure: ({ messages, tools }) => (this.#tokens ??= new TokenCounter()).measure(messages, tools),
    });
    this.#dialect = dialect;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...dialect.timeouts, ...sources.timeouts };
    await this.#askGuard(settings, sources);
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      await this.#persist(async () => dialect.probe?.(), controller.signal);
    } finally {
      this.#running.delete(controller);
    }
  }

  /** Tries again what a backend that is just starting would refuse, where its dialect says so. */
  #persist<Result>(
    attempt: () => Promise<Result>,
    signal: AbortSignal,
    onProgress?: (text: string) => void,
  ): Promise<Result> {
    return withRetries(attempt, {
      retries: Math.min(this.#dialect?.connectRetries ?? 0, this.#sources.retries ?? DEFAULT_RETRIES),
      signal,
      // What the server answered was tried again by the request itself.
      isFinal: ({ status }) => status !== undefined,
      onRestart: ({ error }) => onProgress?.(`${error.message} Trying again.`),
    });
  }

  /** A key belongs to an origin; whoever knows the sources decides whether it may go to this one. */
  async #askGuard(settings: Settings, { guard }: SettingSources): Promise<void> {
    const { name, credential, knobsFor } = this.#definition;
    const named = knobsFor.addresses.flatMap((knob) => settings.candidates(knob).slice(0, 1));
    // The least trusted one counts: each of them may get the key.
    const addressFrom =
      named.find(({ kind }) => kind === "profile")?.kind ??
      named.find(({ kind }) => kind !== "default")?.kind ??
      "default";
    const key = settings.candidates(credential.knob).find(({ kind }) => kind !== "default");
    const isAtHome = key !== undefined && this.#dialect?.ownsKey?.(key) === true;
    await guard?.({
      provider: name,
      key,
      endpoints: this.endpoints,
      addressFrom: isAtHome ? "default" : addressFrom,
    });
  }

  async connect(model?: string, options: ConnectOptions = {}): Promise<void> {
    const wanted = model ?? this.settings.model ?? (await this.#onlyModel(options));
    const controller = new AbortController();
    const { signal, isCheck, onProgress, onNotice = onProgress } = options;
    // What a server says on the side may repeat the key or steer a terminal.
    const safely = (tell: ((text: string) => void) | undefined) =>
      tell && ((text: string) => tell(safeLine(redact(text, this.settings.secrets))));
    const [progress, notice] = [safely(onProgress), safely(onNotice)];
    this.#progress = progress;
    this.#running.add(controller);
    try {
      const dialect = this.#initialized(this.#dialect);
      const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
      const told = {
        signal: either,
        ...(isCheck && { isCheck }),
        ...(progress && { onProgress: progress }),
        ...(notice && { onNotice: notice }),
      };
      this.#connection = await this.#persist(() => dialect.open(wanted, told), either, progress);
      this.#tokens = undefined;
    } finally {
      this.#progress = undefined;
      this.#running.delete(controller);
    }
  }

  /** Where there is nothing to choose from, nobody needs to choose. */
  async #onlyModel({ onNotice }: ConnectOptions): Promise<string> {
    const [only, ...others] = await this.listModels().catch(() => []);
    if (only !== undefined && others.length === 0) {
      onNotice?.(`Taking ${only}, the only model there is.`);
      return only;
    }
    const variable = this.#definition.variables.find(({ knob }) => knob === "model")?.name;
    throw new ConfigurationError(
      `No model was named. Use --model, "model:" in the profile${variable ? `, or ${variable}` : ""}. ` +
        `"fw models --provider ${this.name}" lists what the backend offers.`,
    );
  }

  async listModels(prefix?: string): Promise<string[]> {
    return (await this.describeModels(prefix)).map(({ id }) => id);
  }

  async describeModels(prefix?: string): Promise<ModelInfo[]> {
    return safeModels(await this.#initialized(this.#dialect).listModels(), prefix);
  }

  stream(messages: readonly Message[], options: CallOptions = {}): TurnStream {
    return createTurnStream((sink, signal) => this.#run(messages, options, sink, signal));
  }

  complete(
    messages: readonly Message[],
    tools?: readonly Tool[],
    options: CompleteOptions = {},
  ): Promise<Turn> {
    const call = wholeCall(tools, options);
    return this.#run(messages, call.options, call.sink);
  }

  async countPrompt(
    messages: readonly Message[],
    tools: readonly Tool[] = [],
    signal?: AbortSignal,
  ): Promise<number | undefined> {
    const { model, wireModel = model } = this.#connected();
    return this.#dialect?.countPrompt?.(chatBody(wireModel, messages, { tools }), signal);
  }

  cancel(): void {
    for (const controller of this.#running) controller.abort();
    this.#cancelled.abort();
    this.#cancelled = new AbortController();
    this.#pool?.destroy();
  }

  async close(): Promise<void> {
    this.cancel();
    if (!this.#dialect?.close) return;
    await this.#dialect.close();
    this.#pool?.destroy();
  }

  #complete(request: SmallRequest) {
    const { headers, failure } = this.#initialized(this.#dialect);
    const { connect, request: silence, retryWait: longestHintMs, total: totalMs } = this.#timeouts;
    const timeoutMs =
      request.isPatient || silence === 0 ? request.timeoutMs : Math.min(request.timeoutMs, silence);
    const { retries = DEFAULT_RETRIES } = this.#sources;
    const onWaiting = (seconds: number) =>
      this.#progress?.(`${failure.server} is busy: trying again in ${seconds} s`);
    const retry = { retries, longestHintMs, totalMs, onWaiting };
    const signal = request.signal ?? this.#cancelled.signal;
    return { headers, failure, connectMs: connect, retry, ...request, timeoutMs, signal };
  }

  #initialized<Part>(part: Part | undefined): Part {
    if (part === undefined) throw new ConfigurationError(`${this.name}: call initialize() first.`);
    return part;
  }

  #connected(): ConnectedModel {
    if (!this.#connection) throw new ConfigurationError(`${this.name}: call connect() first.`);
    return this.#connection;
  }

  /** Runs a call, and tells whoever wants to know about it. */
  #run(
    messages: readonly Message[],
    options: CallOptions,
    sink: EventSink,
    readerLeft?: StopSignal,
  ): Promise<Turn> {
    const { onCall, callContent } = this.#sources;
    if (!onCall) return this.#call(messages, options, sink, readerLeft);
    const { model, prices } = this.#connected();
    const content = callContent ? (text: string) => redact(text, this.settings.secrets) : undefined;
    const server = this.endpoints[0]?.origin ?? "";
    const observed = { provider: this.name, model, server, prices, messages, onCall, content };
    return observeCall(observed, sink, (watched) => this.#call(messages, options, watched, readerLeft));
  }

  async #call(
    messages: readonly Message[],
    options: CallOptions,
    sink: EventSink,
    readerLeft?: StopSignal,
  ): Promise<Turn> {
    const connection = this.#connected();
    const dialect = this.#initialized(this.#dialect);
    const stop = new Stop();
    const unlisten = onAbort(() => stop.abort(), options.signal, readerLeft);
    const coercing = this.settings.quirks[COERCE] === true && options.tools;
    const coerced = coercing ? (await import("./coercion/coercing.js")).coercion(coercing) : undefined;
    const output = coerced ? new ChangedSink(sink, coerced.event) : sink;
    this.#running.add(stop);
    try {
      const { responseFormat, ...plain } = options;
      const isEnforced =
        responseFormat && (dialect.responseFormats ?? JSON_FORMATS).includes(responseFormat.type);
      const model = connection.wireModel ?? connection.model;
      const plainBody = chatBody(model, messages, isEnforced ? options : plain);
      const { reasoning } = options;
      const thinking = reasoning === undefined ? undefined : (dialect.reasoning ?? effortFields)(reasoning);
      const extended = dialect.extend?.(plainBody) ?? plainBody;
      const body = thinking ? { ...extended, ...thinking } : extended;
      for (const text of dialect.notices?.(body) ?? []) sink.push({ type: "notice", text });
      if (reasoning !== undefined && !thinking) {
        sink.push({ type: "notice", text: reasoningNotice(this.name, reasoning) });
      }
      if (responseFormat && !isEnforced) {
        const text = `${this.name} cannot be held to ${responseFormat.type}: the format was not sent, only the messages ask for it.`;
        sink.push({ type: "notice", text });
      }
      const call = {
        dialect,
        pool: this.#initialized(this.#pool),
        body,
        timeouts: this.#timeouts,
        originalName: originalNames(options.tools ?? []),
        sink: output,
        signal: stop,
        acceptDone: this.settings.quirks[ACCEPT_DONE] === true,
      };
      const retries = options.retries ?? this.#sources.retries ?? DEFAULT_RETRIES;
      const turn = await runWithRetries(call, { ...options, retries });
      if (turn.usage) this.#tokens?.learn(body.messages, body.tools ?? [], turn.usage.prompt_tokens);
      return coerced?.turn(turn) ?? turn;
    } catch (error) {
      if (error instanceof CancelledError) return new ChatAnswer((event) => sink.push(event)).cancelled();
      const { model } = connection;
      const list = () => this.listModels();
      throw await judgeNotFound(error, { model, list, failure: dialect.failure, provider: this.name });
    } finally {
      this.#running.delete(stop);
      unlisten();
    }
  }
}
