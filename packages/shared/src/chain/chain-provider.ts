/**
 * Several backends as one, in order: the first that can answer does. A failure of a backend moves on to the next one; a fault of
 * the request itself does not, since the next backend would refuse it too.
 */
import type { ContextWindow } from "../provider/context-window.js";
import { ConfigurationError, FrameworkError } from "../provider/errors.js";
import type { PassedOver, Turn } from "../provider/events.js";
import type { Message, Tool } from "../provider/messages.js";
import type {
  CallOptions,
  CompleteOptions,
  ConnectOptions,
  ModelInfo,
  ModelProvider,
  TurnStream,
} from "../provider/provider.js";
import type { Settings } from "../provider/settings.js";
import { safeModels } from "../provider/safe-models.js";
import { restartEvent } from "../provider/spelling.js";
import { createTurnStream, type EventSink, wholeCall } from "../provider/turn-stream.js";
import type { StopSignal } from "../provider/stop.js";
import type { ChainLink } from "./chain-link.js";
import { estimatePrompt } from "../tokens/prompt.js";
import { hasPictures } from "../provider/pictures.js";
import { windowFields } from "../provider/window-sources.js";

export class ChainProvider implements ModelProvider {
  readonly #links: readonly ChainLink[];
  #active: ChainLink;
  #passedOver: readonly PassedOver[] = [];

  /** At least one link, best first. */
  constructor(links: readonly ChainLink[]) {
    const [first] = links;
    if (!first)
      throw new ConfigurationError("The chain is empty: name at least one provider and model in it.");
    this.#links = links;
    this.#active = first;
  }

  get name(): string {
    return this.#active.provider.name;
  }

  get model(): string {
    return this.#active.provider.model;
  }

  get passedOver(): readonly PassedOver[] {
    return this.#passedOver;
  }

  get settings(): Settings {
    return this.#active.provider.settings;
  }

  get contextWindow(): ContextWindow {
    return this.#active.provider.contextWindow;
  }

  get endpoints(): readonly URL[] {
    return this.#links.flatMap(({ provider }) => provider.endpoints);
  }

  getContextLimit(): number {
    return this.contextWindow.tokens;
  }

  /** The links are initialized when they are first used. */
  async initialize(): Promise<void> {}

  /** Connects the first link that can be; `onNotice` is told about those that cannot. */
  async connect(model?: string, options: ConnectOptions = {}): Promise<void> {
    if (model !== undefined) {
      throw new ConfigurationError(
        `A chain names its own models, so "${model}" cannot be chosen here. Name a provider with it to leave the chain out.`,
      );
    }
    const tell = options.onNotice ?? options.onProgress;
    const passedOver: PassedOver[] = [];
    const { link } = await this.#first(
      (candidate) => candidate.ready(options),
      passedOver,
      (passed) => tell?.(words(passed)),
    );
    this.#active = link;
    this.#passedOver = passedOver;
  }

  async listModels(prefix?: string): Promise<string[]> {
    return (await this.describeModels(prefix)).map(({ id }) => id);
  }

  /** The models that the chain names, with their windows. */
  async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const models = this.#links.map(({ provider, label, isReady }) => {
      const window = isReady ? provider.contextWindow : undefined;
      return { id: label, ...windowFields(window) };
    });
    return safeModels(models, prefix);
  }

  stream(messages: readonly Message[], options: CallOptions = {}): TurnStream {
    return createTurnStream((sink, left) => this.#run(messages, options, sink, left));
  }

  complete(
    messages: readonly Message[],
    tools?: readonly Tool[],
    options: CompleteOptions = {},
  ): Promise<Turn> {
    const call = wholeCall(tools, options);
    return this.#run(messages, call.options, call.sink);
  }

  cancel(): void {
    for (const { provider } of this.#links) provider.cancel();
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map(({ provider }) => provider.close()));
  }

  async #run(
    messages: readonly Message[],
    options: CallOptions,
    sink: EventSink,
    left?: StopSignal,
  ): Promise<Turn> {
    const passedOver: PassedOver[] = [];
    const { tools = [] } = options;
    const tokens = Math.floor(estimatePrompt(messages, tools).low);
    const demand = { pictures: hasPictures(messages), tools: tools.length > 0, tokens };
    const { link, result } = await this.#first(
      async (candidate, isLast) => {
        await candidate.ready(options.signal && { signal: options.signal });
        const refusal = candidate.refusal(demand);
        if (refusal !== undefined) throw new Unfit(refusal);
        return candidate.ask(messages, isLast ? options : { ...options, retries: 0 }, sink, left);
      },
      passedOver,
      (passed, mayTakeBack) => {
        if (mayTakeBack) {
          const reason = words(passed);
          sink.push(restartEvent({ attempt: passedOver.length + 1, wait_ms: 0, reason }));
        } else sink.push({ type: "notice", text: words(passed) });
      },
      options.restarts === true,
    );
    this.#active = link;
    this.#passedOver = passedOver;
    const { name: provider, model } = link.provider;
    return { ...result, answeredBy: { provider, model }, ...(passedOver.length > 0 && { passedOver }) };
  }

  /** The first link for which `use` succeeds. */
  async #first<Result>(
    use: (link: ChainLink, isLast: boolean) => Promise<Result>,
    passedOver: PassedOver[],
    onPassed: (passed: PassedOver, mayTakeBack: boolean) => void,
    takesRestarts = false,
  ): Promise<{ link: ChainLink; result: Result }> {
    for (const [place, link] of this.#links.entries()) {
      const pass = (reason: string, hadText = false) => {
        const passed = { ...link.identity, reason };
        passedOver.push(passed);
        onPassed(passed, hadText);
      };
      const isOut = link.breaker.refusal();
      if (isOut !== undefined) {
        pass(isOut);
        continue;
      }
      const isLast = place === this.#links.length - 1;
      link.breaker.begin();
      try {
        const result = await use(link, isLast);
        link.breaker.succeed();
        return { link, result };
      } catch (error) {
        if (error instanceof Unfit) {
          link.breaker.leave();
          pass(error.message);
          continue;
        }
        const hadText = error instanceof FrameworkError && Boolean(error.partialText);
        if (!isBackendFault(error)) link.breaker.leave();
        else link.breaker.fail(error.retryAfter);
        if (!isBackendFault(error) || (hadText && !takesRestarts)) throw error;
        if (isLast) throw passedOver.length === 0 ? error : withHistory(error, passedOver);
        pass(`${error.name}: ${error.message}`, hadText);
      }
    }
    throw nobody(passedOver);
  }
}

/** A link that cannot serve this request, though nothing is wrong with it. */
class Unfit extends Error {}

/** What the next backend, or the model that it is asked for, need not share. */
const MOVES_ON: ReadonlySet<string> = new Set([
  "connection",
  "credits-exhausted",
  "infrastructure",
  "load",
  "mid-stream",
  "model-not-found",
  "rate-limit",
  "service-retired",
  "stall",
]);

const isBackendFault = (error: unknown): error is FrameworkError =>
  error instanceof FrameworkError && MOVES_ON.has(error.code);

const words = ({ provider, model, reason }: PassedOver): string =>
  `${provider}${model === undefined ? "" : ` (${model})`} was passed over: ${reason}`;

function withHistory(error: FrameworkError, passedOver: readonly PassedOver[]): FrameworkError {
  error.message += ` Before that, ${passedOver.map(words).join(" ")}`;
  return error;
}

function nobody(passedOver: readonly PassedOver[]): ConfigurationError {
  return new ConfigurationError(`No backend of the chain can answer. ${passedOver.map(words).join(" ")}`);
}
