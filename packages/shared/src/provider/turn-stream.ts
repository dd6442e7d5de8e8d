/**
 * A turn as an async iterable that never costs more than one promise per event. The producer pushes; the
 * consumer pulls; when the consumer falls behind, `full` asks the producer to pause until `onSpace`.
 */
import type { StreamEvent, Turn } from "./events.js";
import type { Tool } from "./messages.js";
import type { CallOptions, CompleteOptions, EventStream, TurnStream } from "./provider.js";
import { Stop, type StopSignal } from "./stop.js";

const HIGH_WATER = 1024;

/** Where the events of a running turn go. */
export interface EventSink<Event = StreamEvent> {
  push(event: Event): void;
  /** True while the consumer is behind. */
  readonly full: boolean;
  /** Called once when a full sink has room again. */
  onSpace: (() => void) | undefined;
}

/** A `complete` as the call it is: its listener takes every event at once, and what nobody was shown needs no taking back. */
export function wholeCall(
  tools: readonly Tool[] | undefined,
  { onOutput, ...rest }: CompleteOptions,
): { options: CallOptions; sink: EventSink } {
  const sink = { push: onOutput ?? (() => undefined), full: false, onSpace: undefined };
  return { sink, options: { restarts: onOutput === undefined, ...rest, ...(tools && { tools }) } };
}

/** A sink that hands events on to another one, as `change` leaves them. */
export class ChangedSink implements EventSink {
  readonly #sink: EventSink;
  readonly #change: (event: StreamEvent) => StreamEvent;

  constructor(sink: EventSink, change: (event: StreamEvent) => StreamEvent) {
    this.#sink = sink;
    this.#change = change;
  }

  push(event: StreamEvent): void {
    this.#sink.push(this.#change(event));
  }

  get full(): boolean {
    return this.#sink.full;
  }

  get onSpace(): (() => void) | undefined {
    return this.#sink.onSpace;
  }

  set onSpace(resume: (() => void) | undefined) {
    this.#sink.onSpace = resume;
  }
}

interface Waiter<Event> {
  resolve: (result: IteratorResult<Event>) => void;
  reject: (error: unknown) => void;
}

type Run<Event, Result> = (sink: EventSink<Event>, left: StopSignal) => Promise<Result>;

class QueuedTurn<Event, Result>
  implements EventStream<Event, Result>, AsyncIterator<Event>, EventSink<Event>
{
  onSpace: (() => void) | undefined;
  #events: Event[] = [];
  #next = 0;
  #waiter: Waiter<Event> | undefined;
  #ended = false;
  #discard = false;
  #failure: { error: unknown } | undefined;
  #hasReader = false;
  #turn: Promise<Result> | undefined;
  readonly #start: Run<Event, Result>;
  readonly #left = new Stop();

  constructor(start: Run<Event, Result>) {
    this.#start = start;
  }

  get full(): boolean {
    // Who only waits for the turn makes no room.
    return this.#hasReader && this.#events.length - this.#next >= HIGH_WATER;
  }

  push(event: Event): void {
    const waiter = this.#waiter;
    if (waiter) {
      this.#waiter = undefined;
      waiter.resolve({ done: false, value: event });
    } else if (!this.#discard) this.#events.push(event);
  }

  next(): Promise<IteratorResult<Event>> {
    this.#hasReader = true;
    void this.#run();
    const event = this.#events[this.#next];
    if (event !== undefined) {
      this.#next += 1;
      if (this.#next === this.#events.length) this.#reuseQueue();
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#failure) {
      const { error } = this.#failure;
      this.#failure = undefined;
      this.#ended = true;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  return(): Promise<IteratorResult<Event>> {
    this.#events = [];
    this.#next = 0;
    this.#ended = true;
    this.#left.abort();
    this.#space();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return this;
  }

  get turn(): Promise<Result> {
    return this.#run();
  }

  result(): Promise<Result> {
    // Without a reader nobody would ever make room, so the events are let go.
    if (!this.#turn) this.#discard = true;
    return this.#run();
  }

  #reuseQueue(): void {
    this.#events.length = 0;
    this.#next = 0;
    this.#space();
  }

  #space(): void {
    const resume = this.onSpace;
    this.onSpace = undefined;
    resume?.();
  }

  #run(): Promise<Result> {
    this.#turn ??= this.#begin();
    return this.#turn;
  }

  #begin(): Promise<Result> {
    const turn = this.#start(this, this.#left);
    turn.then(
      () => {
        this.#ended = true;
        this.#waiter?.resolve({ done: true, value: undefined });
        this.#waiter = undefined;
      },
      (error: unknown) => {
        if (this.#waiter) {
          this.#ended = true;
          this.#waiter.reject(error);
          this.#waiter = undefined;
        } else if (!this.#ended) this.#failure = { error };
      },
    );
    return turn;
  }
}

/** Starts `run` on the first read; `left` is aborted when the reader leaves before the end. */
export function createTurnStream<Result extends Turn>(run: Run<StreamEvent, Result>): TurnStream<Result> {
  return new QueuedTurn(run);
}

/** The same for other events than those of a turn. */
export const createEventStream = <Event, Result>(run: Run<Event, Result>): EventStream<Event, Result> =>
  new QueuedTurn(run);

/** Resolves when a full sink has room again. */
export const roomIn = (sink: Pick<EventSink, "onSpace">): Promise<void> =>
  new Promise((resolve) => (sink.onSpace = resolve));
