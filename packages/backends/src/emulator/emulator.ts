/** What every emulator is made of. */
import type { ReplyOption, ReplyScript } from "../chat/reply.js";
import type { ActiveFault, FaultOption } from "../faults/table.js";
import type { RecordedRequest, Surface } from "../http/recording.js";
import type { Route } from "../http/router.js";
import type { Refusal, Words } from "../refusals/problem.js";

/** A model a backend serves. What is left out, the backend does not tell. */
export interface ModelSpec {
  /** The name that requests ask for it by. */
  readonly id: string;
  /** Its context window in tokens; null where the backend knows of it and does not say. */
  readonly contextLength?: number | null;
  /** Fields that replace those of the catalog entry; an undefined one is taken out. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** The options that every backend takes. */
export interface CommonOptions {
  /** A free port by default. gpusrv's control plane takes the next one. */
  readonly port?: number | undefined;
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** The key that the backend demands, in the way the real one would. */
  readonly apiKey?: string | undefined;
  /** What goes wrong from the start; nothing by default. */
  readonly fault?: FaultOption | undefined;
  /** What the model says; a small demo model answers by default. */
  readonly reply?: ReplyOption | undefined;
}

/** What a route's handler is told beside the request. */
interface RouteContext {
  readonly fault: ActiveFault | undefined;
}

/** One backend without its sockets: its addresses, its guard, its words. */
export interface Emulator {
  readonly surfaces: readonly Surface[];
  /** The path of the base URL a user would configure. */
  readonly basePath: string;
  readonly routes: readonly Route<RouteContext>[];
  readonly words: Words;
  /** How the control plane words its errors, where there is one. */
  readonly controlWords?: Words;
  /** Surfaces that the backend's options keep closed. */
  readonly closed?: readonly Surface[];
  /** Turns away a request for its credentials. */
  readonly guard: (request: RecordedRequest) => Refusal | undefined;
  readonly unknownPath: (request: RecordedRequest) => Refusal;
}

/** Makes a backend from its options. */
export type CreateEmulator<Options> = (options: Options, replies: ReplyScript) => Emulator;

/** Whether the request carries this key as a bearer token, where one is demanded. */
export function hasBearer(request: RecordedRequest, key: string | undefined): boolean {
  return key === undefined || request.headers.authorization === `Bearer ${key}`;
}
