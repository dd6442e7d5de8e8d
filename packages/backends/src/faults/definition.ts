/** What a fault is made of. */
import type { SseEncoding } from "../chat/body-writer.js";
import type { Frame } from "../chat/frames.js";
import type { Reply } from "../chat/reply.js";
import type { ChatRequest } from "../chat/request.js";
import type { ChatShape } from "../chat/shape.js";
import type { Exchange } from "../http/exchange.js";
import type { Surface } from "../http/recording.js";
import type { RouteKind } from "../http/router.js";
import type { BackendName } from "../names.js";
import type { Words } from "../refusals/problem.js";

/** Where a fault may act: on the routes of one kind, or on all of them. */
export type FaultTarget = RouteKind | "all";

/** The switches of a fault. Each fault's description says which ones it reads. */
export interface FaultOptions {
  /** Only the first so many matching requests fail; all of them by default. */
  readonly times?: number | undefined;
  /** Which routes fail; `chat` by default. */
  readonly on?: FaultTarget | readonly FaultTarget[] | undefined;
  /** How many stream events go out before a fault inside the stream. */
  readonly afterChunks?: number | undefined;
  /** How long a fault waits that waits, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** How many keep-alive comments come before the stream goes on. */
  readonly comments?: number | undefined;
  /** The HTTP status to answer with, for faults that answer with one. */
  readonly status?: number | undefined;
  /** What the error says, for faults that say something. */
  readonly message?: string | undefined;
  /** The wait that a 429 or 503 announces, in seconds. */
  readonly retryAfter?: number | undefined;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
  /** How many bytes a fault of size sends. */
  readonly bytes?: number | undefined;
  /** How deep the JSON of a fault of depth is nested. */
  readonly depth?: number | undefined;
  /** For `refuse`: which of the backend's ports closes; all by default. */
  readonly surface?: Surface | undefined;
}

/** What a fault that takes over an answer can use. */
export interface FaultScene {
  readonly exchange: Exchange;
  readonly options: FaultOptions;
  readonly words: Words;
}

/**
 * What a client may make of the answer. `whole`: the whole answer is there and can be read. `cut`: it is there, but was
 * cut, and says so. `failed`: however whole it looks, it is no answer.
 */
export type FaultTruth = "whole" | "cut" | "failed";

/** One fault: which part of the answer it bends, and how. */
export interface FaultDefinition {
  readonly description: string;
  readonly acts: "connection" | "answer" | "stream" | "model";
  /** What the answer is worth, where its text alone does not show it. */
  readonly truth?: FaultTruth;
  /** The backends that can have it; all when absent. */
  readonly backends?: readonly BackendName[];
  /** Answers in the backend's place. */
  readonly respond?: (scene: FaultScene) => void | Promise<void>;
  /** Runs before the backend answers as usual. */
  readonly before?: (scene: FaultScene) => void | Promise<void>;
  readonly reply?: (reply: Reply, request: ChatRequest, options: FaultOptions) => Reply;
  readonly shape?: Partial<ChatShape>;
  /** Sends usage in streams also when it was not asked for. */
  readonly forceUsage?: boolean;
  readonly encoding?: Partial<SseEncoding>;
  /** Replaces headers of an answer that begins well; an empty text leaves one out. */
  readonly head?: Readonly<Record<string, string>>;
  /** Answers with one whole body also when a stream was asked for. */
  readonly ignoreStream?: boolean;
  /** Bends a stream. */
  readonly frames?: (frames: Iterable<Frame>, options: FaultOptions, words: Words) => Iterable<Frame>;
  /** Bends the one body of an answer that is no stream. */
  readonly body?: (body: string, options: FaultOptions, words: Words) => Iterable<Frame>;
}
