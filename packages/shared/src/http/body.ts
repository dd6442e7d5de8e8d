/** The body of an answer: read as it comes, steered by its reader, or as a whole. */
import type * as http from "node:http";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Watchdog } from "./clocks.js";
import { decoded, encodingsOf } from "./decoding.js";
import { TransportError } from "./transport-error.js";

/** How a reader of the body steers it. */
export interface BodyReader {
  onText(text: string): void;
  /** True while the reader cannot take more; `onSpace` is then called when it can. */
  full?(): boolean;
  onSpace?(resume: () => void): void;
  /** True when the reader has all it needs and the rest may be dropped. */
  done?(): boolean;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Reads the body as text to its end; rejects with a `TransportError` of phase `body`. */
  read(reader: BodyReader): Promise<void>;
  /** The whole body as text, refused past the limit. */
  text(limit: number): Promise<string>;
  /** What there is of the body up to the limit, however it ends: for the words of a failure. */
  start(limit: number): Promise<string>;
  /** The same as it came, byte by byte. */
  bytes(limit: number): Promise<Uint8Array>;
}

/** What a body needs of the request it answers. */
export interface BodyContext {
  where: string;
  byteClock: Watchdog;
  settle: () => void;
  failure: () => TransportError | undefined;
  end: (reason: TransportError) => void;
}

type Encoding = "utf8" | "latin1";

/** How long a server may hold a connection open after its answer is complete. */
const DRAIN_MS = 1000;

export function bodyOf(message: http.IncomingMessage, context: BodyContext): HttpResponse {
  const read = (reader: BodyReader, encoding: Encoding) =>
    new BodyReading(message, context, reader).run(encoding);
  const whole = async (limit: number, encoding: Encoding): Promise<string> => {
    const parts: string[] = [];
    let size = 0;
    const onText = (text: string) => {
      size += text.length;
      if (size > limit)
        throw new TransportError("body", "too-large", `${context.where} sent more than ${limit} characters`);
      parts.push(text);
    };
    await read({ onText }, encoding);
    return parts.join("");
  };
  const start = async (limit: number): Promise<string> => {
    let text = "";
    const reader = { onText: (piece: string) => (text += piece), done: () => text.length >= limit };
    await read(reader, "utf8").catch(() => undefined);
    return text.slice(0, limit);
  };
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    read: (reader) => read(reader, "utf8"),
    text: (limit) => whole(limit, "utf8"),
    start,
    // A character of latin1 is a byte.
    bytes: async (limit) => Buffer.from(await whole(limit, "latin1"), "latin1"),
  };
}

/** One reading of a body, from its first byte to its end or its failure. */
class BodyReading {
  readonly #message: http.IncomingMessage;
  readonly #context: BodyContext;
  readonly #reader: BodyReader;
  readonly #outcome: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #settled = false;
  #isPaused = false;

  constructor(message: http.IncomingMessage, context: BodyContext, reader: BodyReader) {
    this.#message = message;
    this.#context = context;
    this.#reader = reader;
    this.#outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  run(encoding: Encoding): Promise<void> {
    const message = this.#message;
    message.on("error", (error) => this.#fail(error));
    message.once("close", () => {
      if (!message.complete) this.#fail(new Error("closed early"));
    });
    const encodings = encodingsOf(message);
    if (encodings.length === 0) this.#listen(message, encoding);
    else {
      decoded(message, encodings).then(
        (body) => {
          if (body !== message) message.on("data", () => this.#context.byteClock.feed());
          this.#listen(body, encoding);
        },
        (error: unknown) => this.#fail(error),
      );
    }
    return this.#outcome;
  }

  #listen(body: Readable, encoding: Encoding): void {
    const decoder = new StringDecoder(encoding);
    const read = () => this.#read(body, decoder);
    body.on("readable", read);
    body.once("end", () => {
      this.#take(decoder.end());
      this.#finish();
    });
    body.on("error", (error) => this.#fail(error));
    read();
  }

  /** Takes all that has come at once: a server sends many small pieces, and one by one each would cost a decoding and an event. */
  #read(body: Readable, decoder: StringDecoder): void {
    if (this.#isPaused) return;
    for (let bytes = arrived(body); bytes !== undefined; bytes = arrived(body)) {
      if (body === this.#message) this.#context.byteClock.feed();
      this.#take(decoder.write(bytes));
      if (this.#settled || !this.#reader.full?.()) continue;
      this.#pauseUntilSpace(() => this.#read(body, decoder));
      return;
    }
  }

  /** What is not read waits in the socket. */
  #pauseUntilSpace(readOn: () => void): void {
    const { byteClock } = this.#context;
    this.#isPaused = true;
    byteClock.pause();
    this.#reader.onSpace?.(() => {
      this.#isPaused = false;
      byteClock.resume();
      readOn();
    });
  }

  #take(text: string): void {
    if (this.#settled || text === "") return;
    try {
      this.#reader.onText(text);
    } catch (error) {
      this.#settled = true;
      this.#context.settle();
      this.#context.end(new TransportError("body", "cancelled", "the answer was refused"));
      this.#reject(error);
      return;
    }
    if (this.#reader.done?.()) this.#drain();
  }

  /** The rest is a few bytes at most; reading them lets the connection be used again. */
  #drain(): void {
    this.#finish();
    if (this.#message.complete) return;
    const unread = () => this.#context.end(new TransportError("body", "cancelled", "unread rest"));
    const leftover = setTimeout(unread, DRAIN_MS);
    this.#message.once("close", () => clearTimeout(leftover));
  }

  #finish(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#context.settle();
    this.#resolve();
  }

  #fail(error: unknown): void {
    if (this.#settled) return;
    this.#settled = true;
    const reason =
      this.#context.failure() ??
      (error instanceof TransportError
        ? error
        : new TransportError("body", "reset", "the connection ended in the middle of it", error));
    this.#context.end(reason);
    this.#context.settle();
    this.#reject(reason);
  }
}

/** All bytes that have come since the last time. */
function arrived(body: Readable): Buffer | undefined {
  const bytes: unknown = body.read();
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}
