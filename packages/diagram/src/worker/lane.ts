/** A queue in front of a thread or a process. */
import { DiagramCancelledError, DiagramRenderError, DiagramTimeoutError } from "../errors.js";
import type { Peer } from "./peer.js";

/** How many times longer than its limit a job may take that has to wait for a processor. */
const MOST_PATIENCE = 4;

/** When to give up on a job. */
export interface Patience {
  /** Counts from when the job's turn has come. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A queue in front of one peer that is started when first needed, kept warm, and replaced after it was killed or
 * died. The time limit of a job counts from when its turn comes.
 */
export class Lane<Request, Response> {
  #peer: Peer<Request, Response> | null = null;
  #settle: ((outcome: { response: Response } | { error: Error }) => void) | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #closings = 0;
  readonly #name: string;
  readonly #start: (first: Request | undefined) => Peer<Request, Response>;

  constructor(name: string, start: (first: Request | undefined) => Peer<Request, Response>) {
    this.#name = name;
    this.#start = start;
  }

  /** Starts the peer without giving it work yet, so that it is ready sooner; `first` is what it will do first. */
  warm(first?: Request): void {
    this.#running(first);
  }

  /** Ends the peer and cancels what runs or waits; a later job starts a new one. */
  close(): void {
    const peer = this.#peer;
    this.#closings += 1;
    this.#peer = null;
    peer?.kill();
    this.#settle?.({ error: new DiagramCancelledError() });
  }

  run(request: Request, patience: Patience): Promise<Response> {
    const closings = this.#closings;
    const turn = this.#queue.then(() => {
      if (closings !== this.#closings) throw new DiagramCancelledError();
      return this.#work(request, patience);
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #work(request: Request, { timeoutMs, signal }: Patience): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new DiagramCancelledError({ cause: signal.reason }));
        return;
      }
      const peer = this.#running(request);
      const giveUp = (error: Error): void => {
        this.#peer = null;
        peer.kill();
        this.#settle?.({ error });
      };
      // On a busy machine time passes without work: what counts is the work, up to a few times the limit.
      const began = peer.workMs();
      const latest = performance.now() + timeoutMs * MOST_PATIENCE;
      let timer: NodeJS.Timeout;
      const check = (): void => {
        const work = peer.workMs() - began;
        const left = Math.min(timeoutMs - work, latest - performance.now());
        if (left < 1) giveUp(new DiagramTimeoutError(timeoutMs));
        else timer = setTimeout(check, left);
      };
      timer = setTimeout(check, timeoutMs);
      const cancel = (): void => giveUp(new DiagramCancelledError({ cause: signal?.reason }));
      signal?.addEventListener("abort", cancel, { once: true });
      this.#settle = (outcome) => {
        this.#settle = null;
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        peer.hold(false);
        if ("error" in outcome) reject(outcome.error);
        else resolve(outcome.response);
      };
      peer.hold(true);
      peer.post(request);
    });
  }

  #running(first: Request | undefined): Peer<Request, Response> {
    if (this.#peer) return this.#peer;
    const peer = this.#start(first);
    this.#peer = peer;
    peer.onMessage((response) => {
      if (this.#peer === peer) this.#settle?.({ response });
    });
    peer.onEnd((reason) => {
      if (this.#peer !== peer) return;
      this.#peer = null;
      this.#settle?.({
        error: new DiagramRenderError(
          `the ${this.#name} gave up on this diagram (${reason}); the next one gets a new one`,
        ),
      });
    });
    // Only now: listening for messages holds the process again.
    peer.hold(false);
    return peer;
  }
}
