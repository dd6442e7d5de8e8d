/** An emulator that listens: its addresses, its faults, what arrived. */
import { refuse } from "../refusals/refuse.js";
import type { ReplyOption, ReplyScript } from "../chat/reply.js";
import type { Emulator } from "./emulator.js";
import { FaultSwitch, type FaultOption } from "../faults/table.js";
import type { Exchange } from "../http/exchange.js";
import { Inbox } from "../http/inbox.js";
import type { ClientClose, RecordedRequest, Surface } from "../http/recording.js";
import { findRoute } from "../http/router.js";
import { LoopbackServer } from "../http/server.js";
import type { BackendName } from "../names.js";

/** A backend that listens. */
export interface Backend {
  /** Which of the backends it is. */
  readonly name: BackendName;
  /** The base URL a user would configure. */
  readonly url: string;
  /** The base URLs by surface; only gpusrv has a control plane. */
  readonly urls: { readonly openai: string; readonly control?: string };
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** How many connections are open now: 0 shows that a client gave all of its own back. */
  readonly openSockets: number;
  /** Puts another fault in place of the present one, or none. Requests under way keep theirs. */
  setFault(fault: FaultOption | undefined): void;
  /**
   * Sets what the model says from the next request on; `undefined` brings the demo model back.
   *
   * @example
   * backend.setReply({ text: "Hello", chunkDelayMs: 50 });
   */
  setReply(reply: ReplyOption | undefined): void;
  /** The oldest matching request that no earlier call returned, or else the next one. */
  nextRequest(matches?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
  /** The oldest unreported client that left before its answer was complete, or else the next one. */
  nextClientClose(): Promise<ClientClose>;
  /** Ends every connection and frees the ports. */
  close(): Promise<void>;
}

/** A backend with a control plane beside the chat surface. */
export interface TwoSurfaceBackend extends Backend {
  readonly urls: { readonly openai: string; readonly control: string };
}

/** Puts an emulator behind its sockets. */
export class RunningBackend implements Backend {
  readonly name: BackendName;
  readonly #emulator: Emulator;
  readonly #replies: ReplyScript;
  readonly #fault: FaultSwitch;
  readonly #requests = new Inbox<RecordedRequest>();
  readonly #closes = new Inbox<ClientClose>();
  readonly #servers: ReadonlyMap<Surface, LoopbackServer>;

  constructor(name: BackendName, emulator: Emulator, replies: ReplyScript) {
    this.name = name;
    this.#emulator = emulator;
    this.#replies = replies;
    this.#fault = new FaultSwitch(name);
    const hooks = {
      handle: (exchange: Exchange) => this.#handle(exchange),
      onRequest: (request: RecordedRequest) => this.#requests.push(request),
      onClientClose: (close: ClientClose) => this.#closes.push(close),
    };
    this.#servers = new Map(
      emulator.surfaces.map((surface) => [surface, new LoopbackServer(surface, hooks)]),
    );
  }

  get url(): string {
    return this.urls.openai;
  }

  get urls(): { openai: string; control?: string } {
    const openai = `${this.#servers.get("openai")?.origin}${this.#emulator.basePath}`;
    const control = this.#servers.get("control")?.origin;
    return { openai, ...(control !== undefined && { control }) };
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests.items;
  }

  get openSockets(): number {
    return [...this.#servers.values()].reduce((sum, server) => sum + server.openSockets, 0);
  }

  /** Listens on this port, other surfaces on the ports after it; on free ports when it is 0. */
  async listen(host: string, port: number): Promise<void> {
    const servers = [...this.#servers.values()];
    for (const [place, server] of servers.entries()) {
      await server.listen(host, port === 0 ? 0 : port + place);
    }
  }

  setFault(fault: FaultOption | undefined): void {
    this.#fault.set(fault);
    const setting = this.#fault.setting;
    for (const [surface, server] of this.#servers) {
      const refused = setting?.name === "refuse" && (setting.surface ?? surface) === surface;
      if (refused || this.#emulator.closed?.includes(surface) === true) server.refuse();
      else server.accept();
    }
  }

  setReply(reply: ReplyOption | undefined): void {
    this.#replies.set(reply);
  }

  nextRequest(matches?: (request: RecordedRequest) => boolean): Promise<RecordedRequest> {
    return this.#requests.next(matches);
  }

  nextClientClose(): Promise<ClientClose> {
    return this.#closes.next();
  }

  async close(): Promise<void> {
    const reason = new Error(`The ${this.name} backend was closed`);
    this.#requests.close(reason);
    this.#closes.close(reason);
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  async #handle(exchange: Exchange): Promise<void> {
    const { request } = exchange;
    const { routes, controlWords, guard, unknownPath } = this.#emulator;
    const words = (request.surface === "control" && controlWords) || this.#emulator.words;
    const match = findRoute(routes, request.surface, request.method, request.path);
    const fault = this.#fault.take(match?.route.kind ?? "other");
    if (fault) {
      const scene = { exchange, options: fault.options, words };
      await fault.definition.before?.(scene);
      await fault.definition.respond?.(scene);
      if (exchange.answered) return;
    }
    const refusal = guard(request) ?? (match ? undefined : unknownPath(request));
    if (refusal) refuse(exchange, words, refusal);
    else await match?.route.handle(exchange, match.parameters, { fault });
  }
}
