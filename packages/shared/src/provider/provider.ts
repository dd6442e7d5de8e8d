/** The contract every backend fulfils. Callers hold on to this and never to a provider's own class. */
import type { Prices } from "./call-events.js";
import type { ContextWindow } from "./context-window.js";
import type { ErrorClass, FrameworkError } from "./errors.js";
import type { PassedOver, StreamEvent, Turn } from "./events.js";
import type { Message, ResponseFormat, Tool, ToolChoice } from "./messages.js";
import type { Settings, SettingSources } from "./settings.js";

/** How much a model thinks before it answers; a number is the most tokens it may take for that. */
export type Reasoning = "low" | "medium" | "high" | "off" | number;

/** What a call may be told. `signal` cancels this call; `cancel()` cancels all of them. */
export interface CallOptions {
  /** The tools that the model may call. */
  tools?: readonly Tool[];
  /** Whether it may call them, must, or must not; `auto` by default. */
  toolChoice?: ToolChoice;
  /** Cancels this call. */
  signal?: AbortSignal;
  /** Upper bound of the answer; wins over the profile. */
  maxTokens?: number;
  /** How freely the model chooses among likely words: 0 hardly, 1 usual; wins over the profile. */
  temperature?: number;
  /** Nucleus sampling: only the likeliest tokens that together have this probability. */
  topP?: number;
  /** Asks for the same answer to the same request, as far as the backend can. */
  seed?: number;
  /** The answer ends before any of these texts. */
  stop?: readonly string[];
  /** How much the model may think: a level, a number of tokens, or not at all. */
  reasoning?: Reasoning;
  /** Above 0, words that have been used at all become less likely. */
  presencePenalty?: number;
  /** Above 0, words become less likely the more often they have been used. */
  frequencyPenalty?: number;
  /** The form that the answer must have, such as JSON by a schema. */
  responseFormat?: ResponseFormat;
  /** Tries after the first one; 4 unless told. */
  retries?: number;
  /** No wait before a retry may end later than this many milliseconds after the call began. */
  deadlineMs?: number;
  /**
   * The caller drops what it was given when a `restart` comes: an answer that broke off after its first text is begun again. Without
   * it, that is an error with the text so far. `complete` without `onOutput` gives nothing before the end and takes restarts.
   */
  restarts?: boolean;
  /** False asks for the answer in one piece. */
  stream?: boolean;
}

/** What a whole answer may be told: as for a stream, with a listener for its events. */
export interface CompleteOptions extends Omit<CallOptions, "tools"> {
  /** Called with every event as it arrives. */
  onOutput?: (event: StreamEvent) => void;
}

/** Something that runs: iterate it for its events, await `turn` for what came of it, or both. Leaving the loop early cancels it. */
export interface EventStream<Event, Result> extends AsyncIterable<Event> {
  /** What came of it. Where nobody iterates, reading it starts the work, and its events wait for whoever comes later. */
  readonly turn: Promise<Result>;
}

/**
 * A running turn: iterate it for the events, await `turn` for what came of it, or both. Leaving the loop early cancels it.
 *
 * @example
 * const stream = client.stream("Hello!");
 * for await (const event of stream) if (event.type === "text-delta") process.stdout.write(event.text);
 * const { finishReason, usage } = await stream.turn;
 */
export interface TurnStream<Result extends Turn = Turn> extends EventStream<StreamEvent, Result> {
  /** The older form of `turn`. Where nobody iterates, the events are let go. */
  result(): Promise<Result>;
}

/** A model as its backend's catalog describes it. A window that is not known is absent, never guessed. */
export interface ModelInfo {
  /** The name to connect with. */
  id: string;
  /** Its context window in tokens. */
  context_length?: number;
  /** Who states that window. */
  context_source?: string;
  /** The same as `context_length`. */
  readonly contextLength?: number | undefined;
  /** The same as `context_source`. */
  readonly contextSource?: string | undefined;
  /** Further facts worth showing, such as `state`, `parent`, `input_modalities`. */
  [fact: string]: unknown;
}

/** What a connection check found; `framework-doctor` prints these. */
export interface Check {
  /** What was checked. */
  name: string;
  /** How it went; only `fail` is in the way of work. */
  status: "pass" | "warn" | "fail";
  /** What was found, in words. */
  detail: string;
  /** What to do about it. */
  mend?: string;
  /** The error behind a failure. */
  error?: FrameworkError;
}

/** How connecting is cancelled and followed. */
export interface ConnectOptions {
  /** Gives up connecting. */
  signal?: AbortSignal;
  /** Somebody only looks: no model is loaded for it. */
  isCheck?: boolean;
  /** Called about once a second while something takes long, such as a model that loads for minutes. */
  onProgress?: (text: string) => void;
  /** Called with what stays worth knowing, such as which window won; without it, `onProgress` is told. */
  onNotice?: (text: string) => void;
}

/** One backend behind the interface that all of them have. `createClient` wraps one of these. */
export interface ModelProvider {
  /** The provider's own name. */
  readonly name: string;
  /** The settings as they were resolved. */
  readonly settings: Settings;
  /** Reads configuration and credentials, checks them, and may probe the backend. */
  initialize(config?: Record<string, unknown>, sources?: SettingSources): Promise<void>;
  /** Validates the model and resolves its window. Without a model the configured one is taken. */
  connect(model?: string, options?: ConnectOptions): Promise<void>;
  /** The model identifiers the backend offers, those with the prefix if one is given. */
  listModels(prefix?: string): Promise<string[]>;
  /** The same list with what the catalog says of each model. */
  describeModels(prefix?: string): Promise<ModelInfo[]>;
  /** The connected model's window in tokens. */
  getContextLimit(): number;
  /** The window with its origin and the losing candidates. */
  readonly contextWindow: ContextWindow;
  /** The class of a prompt that is too long for the window, where the provider has its own. */
  readonly contextLimitError?: ErrorClass | undefined;
  /** The connected model as the user named it. */
  readonly model: string;
  /** What the connected model takes, such as `text` and `image`; absent where nobody says. */
  readonly inputModalities?: readonly string[] | undefined;
  /** What the connected model's tokens cost, where the catalog says it. */
  readonly prices?: Prices | undefined;
  /** False where the catalog says that the connected model takes no tools. */
  readonly takesTools?: boolean | undefined;
  /** The backends of a chain that were left out the last time, and why. */
  readonly passedOver?: readonly PassedOver[];
  /** Where requests go, the chat's address first; empty while the settings do not say. */
  readonly endpoints: readonly URL[];
  /**
   * Asks the service whether it accepts the credential, and says what proved it. Rejects with an authentication error when it
   * does not, and with any other error when that could not be found out. Absent where no credential is ever demanded.
   */
  readonly checkCredential?: (() => Promise<string>) | undefined;
  /** The prompt's tokens as the backend itself counts them, chat template included; undefined where it does not say. */
  countPrompt?(
    messages: readonly Message[],
    tools?: readonly Tool[],
    signal?: AbortSignal,
  ): Promise<number | undefined>;
  /** One answer as it comes. Leaving the loop ends the request. */
  stream(messages: readonly Message[], options?: CallOptions): TurnStream;
  /** One answer, whole. */
  complete(messages: readonly Message[], tools?: readonly Tool[], options?: CompleteOptions): Promise<Turn>;
  /** Ends every running call at once and destroys the connections; the next call opens new ones. */
  cancel(): void;
  /** Ends what runs and gives back the connections. */
  close(): Promise<void>;
}
