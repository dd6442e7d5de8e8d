/** The client: one provider, chosen by name, with everything a program needs of it. */
import type { Prices } from "../provider/call-events.js";
import type { ContextWindow } from "../provider/context-window.js";
import { CancelledError, ConfigurationError, CredentialsNotFoundError } from "../provider/errors.js";
import type { PassedOver, Turn, Usage } from "../provider/events.js";
import type { Content, Tool } from "../provider/messages.js";
import { onAbort } from "../provider/on-abort.js";
import type {
  CompleteOptions,
  ConnectOptions,
  ModelInfo,
  ModelProvider,
  TurnStream,
} from "../provider/provider.js";
import type { Settings } from "../provider/settings.js";
import {
  type CompleteCallOptions,
  messagesOf,
  type Prompt,
  type StreamOptions,
  wireTool,
} from "./call-input.js";
import type { InferSchema, Schema } from "../structured/standard-schema.js";
import { checkOptionNames, type ClientOptions, type ProviderOptions } from "./client-options.js";
import { streamObject } from "./object-stream.js";
import type { ObjectOptions, ObjectStream, ObjectTurn } from "./object-types.js";
import { checkCallOptions } from "./option-names.js";
import { openProvider } from "./open-provider.js";
import { Session, type SessionOptions } from "./session.js";
import { Transcript } from "./transcript.js";
import type { SessionTurn } from "./turn-loop.js";
import { UsageMeter } from "./usage-meter.js";

/** What a conversation goes on with. */
export interface ResumeOptions extends Omit<SessionOptions, "messages" | "transcript"> {
  /** Told when the file's end had been torn off. */
  onNotice?: (text: string) => void;
}

/** One provider with a model of it: calls, conversations, and what is known about both. */
export class Client {
  readonly #options: ClientOptions | ProviderOptions;
  #provider: Promise<ModelProvider> | undefined;
  /** The provider from its creation on, so that it can be cancelled while it starts. */
  #instance: ModelProvider | undefined;
  #hasOpenCatalog = false;
  #connected: ModelProvider | undefined;
  #session: Session | undefined;
  readonly #meter = new UsageMeter();
  /** The conversations of its sessions, which no other process may write to meanwhile. */
  readonly #openFiles = new Set<Transcript>();

  constructor(options: ClientOptions | ProviderOptions) {
    checkOptionNames(options);
    this.#options = options;
  }

  /**
   * Validates the model and finds its context window. Without a model, the one that the settings name is taken, or the only one there is.
   *
   * @example
   * await client.connect("qwen3-32b");
   */
  connect(model?: string, options?: ConnectOptions): Promise<void>;
  /** The older form: project and location belong to other kinds of backend and are null here. */
  connect(project: null, location: null, model?: string, options?: ConnectOptions): Promise<void>;
  connect(
    first?: string | null,
    second?: ConnectOptions | null,
    third?: string,
    fourth: ConnectOptions = {},
  ): Promise<void> {
    const isOlder = first === null || second === null || third !== undefined;
    return isOlder ? this.#connect(third, fourth) : this.#connect(first, second ?? {});
  }

  async #connect(model: string | undefined, options: ConnectOptions): Promise<void> {
    const { signal } = options;
    const unlisten = onAbort(() => this.cancel(), signal);
    try {
      const provider = await this.#ready(options.onProgress);
      if (signal?.aborted) throw new CancelledError();
      await provider.connect(model, options);
      this.#connected = provider;
    } finally {
      unlisten();
    }
  }

  /** The ids of the models that the backend offers; those with the prefix, if one is given. Needs no `connect`. */
  async listModels(prefix?: string): Promise<string[]> {
    return (await this.#readyToList()).listModels(prefix);
  }

  /** The same with what the catalog says of each: its window, and who states it. */
  async describeModels(prefix?: string): Promise<ModelInfo[]> {
    return (await this.#readyToList()).describeModels(prefix);
  }

  /** The provider's own name, also where a product's was given. */
  get providerName(): string {
    return this.#use().name;
  }

  /** The connected model. */
  get model(): string {
    return this.#use().model;
  }

  /** The backends of a chain that were left out the last time, and why. */
  get passedOver(): readonly PassedOver[] {
    return this.#use().passedOver ?? [];
  }

  /** The settings as they were resolved, and where each came from. */
  get settings(): Settings {
    return this.#use().settings;
  }

  /**
   * The connected model's context window with its origin. It is never guessed.
   *
   * @example
   * const { tokens, source, detail } = client.contextWindow;
   */
  get contextWindow(): ContextWindow {
    return this.#use().contextWindow;
  }

  /** What the connected model's tokens cost, where its catalog says it. */
  get prices(): Prices | undefined {
    return this.#use().prices;
  }

  /** The connected model's context window in tokens. */
  getContextLimit(): number {
    return this.#use().getContextLimit();
  }

  /**
   * One answer as it comes: iterate it for the events, await its `turn` for the whole. Leaving the loop stops the server.
   *
   * @example
   * const stream = client.stream("Why is the sea salty?", { maxTokens: 200 });
   * for await (const event of stream) if (event.type === "text-delta") process.stdout.write(event.text);
   * const { finishReason } = await stream.turn;
   */
  stream(messages: Prompt, { tools, ...options }: StreamOptions = {}): TurnStream {
    checkCallOptions(options);
    return this.#use().stream(messagesOf(messages), {
      ...options,
      ...(tools && { tools: tools.map(wireTool) }),
    });
  }

  /**
   * One answer, whole. Tool calls are in it and are not run; a session runs them.
   *
   * @example
   * const turn = await client.complete("Why is the sea salty?", { temperature: 0 });
   * console.log(turn.text, turn.finishReason, turn.usage?.totalTokens);
   */
  complete(messages: Prompt, options?: CompleteCallOptions): Promise<Turn>;
  /** The older form, with the tools before the other options. */
  complete(messages: Prompt, tools: readonly Tool[] | undefined, options?: CompleteOptions): Promise<Turn>;
  complete(
    messages: Prompt,
    second?: readonly Tool[] | CompleteCallOptions,
    third?: CompleteOptions,
  ): Promise<Turn> {
    const { tools, ...options }: CompleteCallOptions = isList(second)
      ? { ...third, tools: second }
      : { ...second, ...third };
    checkCallOptions(options);
    return this.#use().complete(messagesOf(messages), tools?.map(wireTool), options);
  }

  /**
   * One answer that fits a schema, typed by it. The backend is held to the schema where it can be; the answer is checked in any case
   * and asked for once more where it does not fit. After that it is a `SchemaMismatchError`.
   *
   * @example
   * const { object } = await client.object("Who wrote Emma, and when?", {
   *   schema: z.object({ author: z.string(), year: z.int() }),
   * });
   */
  async object<Given extends Schema>(
    messages: Prompt,
    options: ObjectOptions<Given>,
  ): Promise<ObjectTurn<InferSchema<Given>>> {
    const { completeObject } = await import("./object-call.js");
    return completeObject(this.#use(), messagesOf(messages), options);
  }

  /**
   * The same while it comes: iterate it for what is there so far, await its `object` for the whole. It is one object that grows;
   * whoever keeps a state of it makes a copy.
   *
   * @example
   * const stream = client.objectStream("Ten names for a cat", { schema: z.object({ names: z.array(z.string()) }) });
   * for await (const { names = [] } of stream) process.stdout.write(`\r${names.length} names`);
   * const { names } = await stream.object;
   */
  objectStream<Given extends Schema>(
    messages: Prompt,
    options: ObjectOptions<Given>,
  ): ObjectStream<InferSchema<Given>> {
    return streamObject(this.#use(), messagesOf(messages), options);
  }

  /**
   * Begins a conversation; `sendMessage` goes on with the latest one.
   *
   * @example
   * const session = client.createSession({ system: "Be brief.", tools: [weather] });
   * console.log((await session.send("Is it raining in Oslo?")).text);
   */
  createSession(options: SessionOptions = {}): Session {
    this.#session = new Session(this.#use(), options, this.#meter, this.#openFiles);
    return this.#session;
  }

  /** Goes on with a saved conversation, in the same file. */
  async resumeSession(file: string, options: ResumeOptions = {}): Promise<Session> {
    const provider = this.#use();
    const resumed = await Transcript.resume(file, provider.settings.secrets);
    const { onNotice, ...rest } = options;
    if (resumed.saved.notice !== undefined) onNotice?.(resumed.saved.notice);
    this.#session = Session.resume(provider, resumed, rest, this.#meter, this.#openFiles);
    return this.#session;
  }

  /** One turn of the latest conversation, which is begun where there is none. */
  sendMessage(content: Content, options?: CompleteOptions): Promise<SessionTurn> {
    return (this.#session ?? this.createSession()).sendMessage(content, options);
  }

  /** One answer to one prompt, outside any conversation. */
  generate(prompt: Content, options?: CompleteOptions): Promise<SessionTurn> {
    return new Session(this.#use(), {}, this.#meter).sendMessage(prompt, options);
  }

  /** What all conversations and single answers of this client have used. */
  getTokenUsage(): Usage {
    return this.#meter.total;
  }

  /** Ends every running call at once. */
  cancel(): void {
    this.#session?.cancel();
    this.#instance?.cancel();
  }

  /** Ends what runs, and gives back connections and files. `await using` does it at the end of the block. */
  async close(): Promise<void> {
    await this.#instance?.close();
    for (const transcript of this.#openFiles) transcript.close();
    this.#openFiles.clear();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #use(): ModelProvider {
    if (!this.#connected) throw new ConfigurationError("The client is not connected. Call connect() first.");
    return this.#connected;
  }

  #ready(onProgress?: (text: string) => void): Promise<ModelProvider> {
    this.#provider ??= this.#initialize(onProgress);
    // A failed start is not remembered: the server may be up by the next call.
    this.#provider.catch(() => (this.#provider = undefined));
    return this.#provider;
  }

  /** A key that is missing does not matter where the list is open to everybody. */
  async #readyToList(): Promise<ModelProvider> {
    try {
      return await this.#ready();
    } catch (error) {
      if (error instanceof CredentialsNotFoundError && this.#hasOpenCatalog && this.#instance)
        return this.#instance;
      throw error;
    }
  }

  async #initialize(onProgress: ((text: string) => void) | undefined): Promise<ModelProvider> {
    const { provider, hasOpenCatalog, initialize } = await openProvider(this.#options, onProgress);
    this.#instance = provider;
    this.#hasOpenCatalog = hasOpenCatalog;
    await initialize();
    return provider;
  }
}

const isList = (value: readonly Tool[] | CompleteCallOptions | undefined): value is readonly Tool[] =>
  Array.isArray(value);

/**
 * A client for one of the providers, or for several in order (`chain`). Nothing is loaded or sent before `connect`.
 *
 * @example
 * await using client = createClient({ provider: "selfhost", config: { host: "http://gpu-box:8000" } });
 * await client.connect("qwen3-32b");
 * console.log((await client.complete("Why is the sea salty?")).text);
 */
export function createClient(options: ProviderOptions | ClientOptions = {}): Client {
  return new Client(options);
}
