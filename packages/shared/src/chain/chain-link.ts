/** One backend of a chain: opened when it is first used, asked whether it fits, and then asked. */
import { CancelledError } from "../provider/errors.js";
import { onAbort } from "../provider/on-abort.js";
import type { PassedOver, Turn } from "../provider/events.js";
import type { Message } from "../provider/messages.js";
import type { CallOptions, ConnectOptions, ModelProvider } from "../provider/provider.js";
import type { EventSink } from "../provider/turn-stream.js";
import type { StopSignal } from "../provider/stop.js";
import { Breaker } from "./breaker.js";

/** What a request demands. */
export interface Demand {
  pictures: boolean;
  tools: boolean;
  /** The fewest tokens that the prompt can have. */
  tokens: number;
}

export interface LinkOptions {
  provider: ModelProvider;
  model: string | undefined;
  initialize: () => Promise<void>;
}

export class ChainLink {
  readonly provider: ModelProvider;
  readonly breaker = new Breaker();
  readonly #model: string | undefined;
  readonly #initialize: () => Promise<void>;
  #opening: Promise<void> | undefined;
  #isReady = false;

  constructor({ provider, model, initialize }: LinkOptions) {
    this.provider = provider;
    this.#model = model;
    this.#initialize = initialize;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get identity(): Omit<PassedOver, "reason"> {
    return { provider: this.provider.name, ...(this.#model !== undefined && { model: this.#model }) };
  }

  /** As the API and `fw models` name it. */
  get label(): string {
    return this.#model === undefined ? this.provider.name : `${this.provider.name}/${this.#model}`;
  }

  /** Initializes and connects, once; a failed start is not remembered. A caller who leaves does not stop it for the others. */
  async ready({ signal, ...told }: ConnectOptions = {}): Promise<void> {
    if (this.#isReady) return;
    this.#opening ??= this.#open(told);
    this.#opening.catch(() => (this.#opening = undefined));
    let unlisten = () => {};
    const left = new Promise<never>((_resolve, reject) => {
      unlisten = onAbort(() => reject(new CancelledError()), signal);
    });
    await Promise.race([this.#opening, left]).finally(unlisten);
  }

  /** Why this backend cannot serve the request; undefined when it may. */
  refusal({ pictures, tools, tokens }: Demand): string | undefined {
    const { inputModalities: inputs, takesTools, contextWindow } = this.provider;
    if (tokens >= contextWindow.tokens) {
      return `the prompt has at least ${tokens} tokens, and the window has ${contextWindow.tokens} (${contextWindow.detail})`;
    }
    if (tools && takesTools === false) return "the request has tools, and the model takes none";
    if (pictures && inputs && !inputs.includes("image")) {
      return `the conversation holds a picture, and the model takes ${inputs.join(" and ")}`;
    }
    return undefined;
  }

  /** Asks, and passes the events on as fast as their reader takes them. */
  async ask(
    messages: readonly Message[],
    options: CallOptions,
    sink: EventSink,
    left: StopSignal | undefined,
  ): Promise<Turn> {
    const stream = this.provider.stream(messages, options);
    const events = stream[Symbol.asyncIterator]();
    const leave = () => void events.return?.();
    const unlisten = onAbort(leave, left);
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done) break;
        sink.push(value);
        if (sink.full) await new Promise<void>((resolve) => (sink.onSpace = resolve));
      }
      return await stream.result();
    } finally {
      unlisten();
    }
  }

  async #open(options: ConnectOptions): Promise<void> {
    await this.#initialize();
    await this.provider.connect(this.#model, options);
    this.#isReady = true;
  }
}
