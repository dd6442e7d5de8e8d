/** The client: one provider, chosen by name, with everything a program needs of it. */
import { keyGuard } from "../auth/key-guard.js";
import { storedCredential } from "../auth/stored-credential.js";
import type { Prices } from "../provider/call-events.js";
import type { ContextWindow } from "../provider/context-window.js";
import { CancelledError, ConfigurationError, CredentialsNotFoundError } from "../provider/errors.js";
import type { PassedOver, Turn, Usage } from "../provider/events.js";
import type { Content, Message, Tool } from "../provider/messages.js";
import type {
  CallOptions,
  CompleteOptions,
  ConnectOptions,
  ModelInfo,
  ModelProvider,
  TurnStream,
} from "../provider/provider.js";
import { loadProvider, providerNames } from "../plugins/registry.js";
import type { Settings, SettingSources } from "../provider/settings.js";
import { chosenProvider } from "../settings/provider-choice.js";
import { Session, type SessionOptions } from "./session.js";
import { Transcript } from "./transcript.js";
import type { SessionTurn } from "./turn-loop.js";
import { UsageMeter } from "./usage-meter.js";

export interface ClientOptions extends SettingSources {
  /** One of `providerNames`; without it `FW_PROVIDER` decides. */
  providerName?: string;
  /** The provider's knobs, as under `plugin_configs.<provider>` in a profile. */
  config?: Record<string, unknown>;
  /** Several backends in order, instead of one: when one fails, the next answers. */
  chain?: readonly ChainStep[];
}

/** One backend of a chain. */
export interface ChainStep {
  provider: string;
  /** Without it, the provider's own default. */
  model?: string;
  /** The provider's knobs. */
  config?: Record<string, unknown>;
}

export interface ResumeOptions extends Omit<SessionOptions, "messages" | "transcript"> {
  onNotice?: (text: string) => void;
}

export class Client {
  readonly #options: ClientOptions;
  #provider: Promise<ModelProvider> | undefined;
  /** The provider from its creation on, so that it can be cancelled while it starts. */
  #instance: ModelProvider | undefined;
  #hasOpenCatalog = false;
  #connected: ModelProvider | undefined;
  #session: Session | undefined;
  readonly #meter = new UsageMeter();
  /** The conversations of its sessions, which no other process may write to meanwhile. */
  readonly #openFiles = new Set<Transcript>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Project and location belong to other kinds of backend and are null here. */
  async connect(
    _project: null,
    _location: null,
    model?: string,
    options: ConnectOptions = {},
  ): Promise<void> {
    const { signal } = options;
    const onAbort = () => this.cancel();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const provider = await this.#ready(options.onProgress);
      if (signal?.aborted) throw new CancelledError();
      await provider.connect(model, options);
      this.#connected = provider;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async listModels(prefix?: string): Promise<string[]> {
    return (await this.#readyToList()).listModels(prefix);
  }

  async describeModels(prefix?: string): Promise<ModelInfo[]> {
    return (await this.#readyToList()).describeModels(prefix);
  }

  get providerName(): string {
    return this.#use().name;
  }

  get model(): string {
    return this.#use().model;
  }

  /** The backends of a chain that were left out the last time, and why. */
  get passedOver(): readonly PassedOver[] {
    return this.#use().passedOver ?? [];
  }

  get settings(): Settings {
    return this.#use().settings;
  }

  get contextWindow(): ContextWindow {
    return this.#use().contextWindow;
  }

  /** What the connected model's tokens cost, where its catalog says it. */
  get prices(): Prices | undefined {
    return this.#use().prices;
  }

  getContextLimit(): number {
    return this.#use().getContextLimit();
  }

  stream(messages: readonly Message[], options?: CallOptions): TurnStream {
    return this.#use().stream(messages, options);
  }

  complete(messages: readonly Message[], tools?: readonly Tool[], options?: CompleteOptions): Promise<Turn> {
    return this.#use().complete(messages, tools, options);
  }

  /** Begins a conversation; `sendMessage` goes on with the latest one. */
  createSession(options: SessionOptions = {}): Session {
    this.#session = new Session(this.#use(), options, this.#meter, this.#openFiles);
    return this.#session;
  }

  /** Goes on with a saved conversation. `onNotice` is told when the file's end had been torn off. */
  async resumeSession(file: string, options: ResumeOptions = {}): Promise<Session> {
    const provider = this.#use();
    const resumed = await Transcript.resume(file, provider.settings.secrets);
    const { onNotice, ...rest } = options;
    if (resumed.saved.notice !== undefined) onNotice?.(resumed.saved.notice);
    this.#session = Session.resume(provider, resumed, rest, this.#meter, this.#openFiles);
    return this.#session;
  }

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

  async close(): Promise<void> {
    await this.#instance?.close();
    for (const transcript of this.#openFiles) transcript.close();
    this.#openFiles.clear();
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
    const { providerName, config = {}, chain, ...own } = this.#options;
    const sources = onProgress ? { onProgress, ...own } : own;
    const env = sources.env ?? process.env;
    if (chain) {
      const { ChainLink } = await import("../chain/chain-link.js");
      const { ChainProvider } = await import("../chain/chain-provider.js");
      const links = chain.map(async ({ provider, model, config: knobs = {} }) => {
        // What was said of a model without a provider is not said of these.
        const { model: _model, ...rest } = sources;
        return new ChainLink({ model, ...(await open(provider, knobs, { ...rest, env })) });
      });
      this.#instance = new ChainProvider(await Promise.all(links));
      return this.#instance;
    }
    const name = chosenProvider({ flag: providerName, env });
    if (!name) {
      throw new ConfigurationError(
        `No provider was chosen. "fw init" asks what is needed and remembers it; else use --provider, "provider:" in a profile, or FW_PROVIDER. Known: ${providerNames.join(", ")}.`,
      );
    }
    const { provider, hasOpenCatalog, initialize } = await open(name, config, { ...sources, env });
    this.#instance = provider;
    this.#hasOpenCatalog = hasOpenCatalog;
    await initialize();
    return provider;
  }
}

/** A provider by name, and how it is initialized; nothing is read or sent before that. */
async function open(
  name: string,
  config: Record<string, unknown>,
  sources: SettingSources & { env: NonNullable<SettingSources["env"]> },
): Promise<{ provider: ModelProvider; hasOpenCatalog: boolean; initialize: () => Promise<void> }> {
  const { create, hasOpenCatalog = false } = await loadProvider(name);
  const provider = create();
  const stored = storedCredential(sources.env, sources.workspace ?? process.cwd());
  // A stored key stays with the origin that accepted it, also where a program names the address.
  const guard = keyGuard({ env: sources.env });
  const initialize = () => provider.initialize(config, { stored, guard, ...sources });
  return { provider, hasOpenCatalog, initialize };
}

/** A client for one of the providers. Nothing is loaded or sent before `connect`. */
export function createClient(options: ClientOptions = {}): Client {
  return new Client(options);
}
