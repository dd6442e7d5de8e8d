/**
 * What sets one chat-completions backend apart from the others: one record, made from its settings. Everything else (settings,
 * connections, turns, retries, cancel, safe lists) is the same for all of them and stands in `chat-provider`.
 */
import type { Prices } from "../provider/call-events.js";
import type { ContextWindow } from "../provider/context-window.js";
import type { KnobSchema, KnobValues, ProviderDefinition } from "../provider/definition.js";
import type { ResponseFormat } from "../provider/messages.js";
import type { ConnectOptions, ModelInfo } from "../provider/provider.js";
import type { Candidate, Settings } from "../provider/settings.js";
import type { HttpResponse } from "../http/connection-pool.js";
import type { PromptSize } from "../tokens/counter.js";
import type { ChatAnswer } from "./answer.js";
import type { FailureContext } from "./failure.js";
import type { JsonAnswer, JsonRequest } from "./json-request.js";
import type { ReasoningFields } from "./reasoning-wish.js";
import type { ChatBody } from "./request.js";

/** What `connect` found out. */
export interface ConnectedModel {
  /** As the user named it. */
  model: string;
  /** As requests must name it, where that differs. */
  wireModel?: string;
  /** May be replaced while connected, where the backend tells the true one later. */
  window: ContextWindow;
  /** What the model takes besides text, where the catalog says it. */
  inputModalities?: readonly string[] | undefined;
  /** False where the catalog says that the model takes no tools. */
  takesTools?: boolean | undefined;
  prices?: Prices | undefined;
}

/** A small request; headers and failure are the dialect's own unless told. */
export type SmallRequest = Omit<JsonRequest, "headers" | "failure"> & Partial<JsonRequest>;

/** What a dialect works with; `Evidence` is what the definition's window sources look at. */
export interface Access<Knobs extends KnobSchema = KnobSchema, Evidence = never> {
  readonly definition: ProviderDefinition<Knobs, Evidence>;
  readonly settings: Settings<KnobValues<Knobs>>;
  /** Sends a small request on the session's connections; an error status is thrown. */
  readonly ask: (request: SmallRequest) => Promise<JsonAnswer>;
  /** The same for callers that read the status themselves. */
  readonly send: (request: SmallRequest) => Promise<JsonAnswer>;
  /** How large a prompt is, by what the backend has counted so far. */
  readonly measure: (body: ChatBody) => PromptSize;
}

/** Milliseconds; 0 disables a clock. */
export interface Timeouts {
  /** TCP and TLS. */
  connect: number;
  /** No byte at all, keep-alive comments included. */
  request: number;
  /** No decoded event; keep-alive comments do not count. */
  streamIdle: number;
  /** The longest wait that a server may ask for before a retry. */
  retryWait: number;
  /** From the beginning of a call to the beginning of its last try. */
  total: number;
}

export interface Dialect {
  /** Where chat requests go. */
  readonly chatUrl: URL;
  /** Addresses beside the chat's, where the backend has any. */
  readonly otherUrls?: readonly URL[];
  /** Headers of every request; without a credential there is no Authorization header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly failure: FailureContext;
  /** Checks what can be checked before a model is known. */
  probe?(): Promise<void>;
  /** Every model; listing by prefix and keeping out unsafe names is done for all alike. */
  listModels(): Promise<ModelInfo[]>;
  /** Validates the model and finds its window. */
  open(model: string, options: ConnectOptions): Promise<ConnectedModel>;
  /** Adds the backend's own fields to a request. */
  extend?(body: ChatBody): ChatBody;
  /** How the backend is told how much to think; a level of effort unless told. */
  readonly reasoning?: ReasoningFields;
  /** What the user should know before this request goes out. */
  notices?(body: ChatBody): string[];
  /** What the user should know about a finished answer to this request. */
  remarkOn?(answer: ChatAnswer, body: ChatBody): string | undefined;
  /** Looks at the head of a good answer: for warnings and ids that services put into headers. */
  onHead?(response: HttpResponse, notice: (text: string) => void): void;
  /** How often connecting is tried again when the backend cannot be reached; never unless told. */
  readonly connectRetries?: number;
  /** The backend's own clocks; what the caller gave still wins. */
  readonly timeouts?: Partial<Timeouts>;
  /** What answers can be held to; both JSON forms unless told. A request for anything else is refused by the backend. */
  readonly responseFormats?: readonly ResponseFormat["type"][];
  /** The backend calls an answer `stop` that it cut at the token limit. */
  readonly hidesLength?: boolean;
  /** The field of a choice in which a gateway names the reason of the server behind it, which may be the truer one. */
  readonly upstreamFinish?: string;
  /** A stream that breaks before its first word is asked once without streaming: only there the backend gives its reasons. */
  readonly explainsUnstreamed?: boolean;
  /** The most bytes the service takes in one request; a larger one is refused before it is sent. */
  readonly bodyLimit?: number;
  /** The tokens of this prompt as the backend itself counts them; undefined where it does not say. */
  countPrompt?(body: ChatBody, signal?: AbortSignal): Promise<number | undefined>;
  /** Whether a key is the service's own, and goes to the service's own address whoever chose the service. */
  ownsKey?(key: Candidate): boolean;
  /** See `ModelProvider.checkCredential`. */
  readonly checkCredential?: () => Promise<string>;
  /** What is to be undone when the session ends. */
  close?(): Promise<void>;
}

/** The header that carries a credential; none without one. */
export const bearerHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };
