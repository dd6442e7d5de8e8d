/** One request and its answer, with a client that may go away. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedRequest } from "./recording.js";

/** Thrown inside a handler when its client has gone; the server ends the handler quietly. */
export class ClientGone extends Error {}

/** One request and the means to answer it, politely or not. */
export class Exchange {
  readonly request: RecordedRequest;
  /** Whether this connection carried a request before. */
  readonly connectionReused: boolean;
  bytesSent = 0;
  chunksSent = 0;
  /** True once this side broke the connection, so that the end is not taken for the client's doing. */
  brokenByServer = false;
  #spoiled: "cut" | "overpromise" | undefined;
  readonly #response: ServerResponse;
  readonly #gone = new AbortController();

  constructor(request: RecordedRequest, response: ServerResponse, connectionReused: boolean) {
    this.request = request;
    this.connectionReused = connectionReused;
    this.#response = response;
    response.once("close", () => this.#gone.abort());
    response.on("error", () => {});
  }

  /** Whether an answer was begun, or refused by breaking the connection. */
  get answered(): boolean {
    return this.#response.headersSent || this.brokenByServer;
  }

  /** Calls back once the whole answer was handed to the system. */
  onFinished(callback: () => void): void {
    this.#response.once("finish", callback);
  }

  /** Makes the next whole body come out cut, or shorter than its head says. */
  spoil(how: "cut" | "overpromise"): void {
    this.#spoiled = how;
  }

  /** Answers with a whole body of known length. */
  send(status: number, body: string | Buffer, headers: Record<string, string> = {}): void {
    const whole = Buffer.from(body);
    const bytes = this.#spoiled === "cut" ? whole.subarray(0, whole.length / 2) : whole;
    const promised = this.#spoiled === "overpromise" ? bytes.length + 100 : bytes.length;
    this.bytesSent += bytes.length;
    this.#response.writeHead(status, { "content-length": String(promised), ...headers });
    if (promised === bytes.length) this.#response.end(bytes);
    else this.#response.write(bytes, () => this.hangUp());
  }

  json(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.send(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
  }

  /** Sends the head of an answer whose body follows through `write`. */
  begin(status: number, headers: Record<string, string>): void {
    this.#response.writeHead(status, headers);
    this.#response.flushHeaders();
  }

  /** Writes a piece of the body and waits while the client is slow to read. */
  async write(bytes: string | Buffer): Promise<void> {
    this.#assertPresent();
    this.bytesSent += Buffer.byteLength(bytes);
    if (!this.#response.write(bytes)) await this.#drained(this.#response);
  }

  /**
   * Writes pieces that already are HTTP chunks, many in one system call: for streams so fast that
   * one call for each event would make the server the slower side.
   */
  async writeFramed(framed: string): Promise<void> {
    this.#assertPresent();
    const socket = this.#response.socket;
    if (!socket) throw new ClientGone();
    const bytes = Buffer.from(framed);
    this.bytesSent += bytes.length;
    if (!socket.write(bytes)) await this.#drained(socket);
  }

  end(): void {
    this.#response.end();
  }

  /** Writes these bytes to the connection in place of an answer, and closes it. */
  speak(text: string): void {
    this.brokenByServer = true;
    this.#response.socket?.end(text);
  }

  /** Breaks the connection with a TCP reset. */
  reset(): void {
    this.brokenByServer = true;
    this.#response.socket?.resetAndDestroy();
  }

  /** Closes the connection in an orderly way, in the middle of what was promised. */
  hangUp(): void {
    this.brokenByServer = true;
    this.#response.socket?.end();
  }

  /** Waits, unless the client goes away first. */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    try {
      await sleep(milliseconds, undefined, { signal: this.#gone.signal });
    } catch {
      throw new ClientGone();
    }
  }

  /** Says nothing more until the client goes away. */
  async silence(): Promise<never> {
    if (!this.#gone.signal.aborted) await once(this.#gone.signal, "abort");
    throw new ClientGone();
  }

  #assertPresent(): void {
    if (this.#gone.signal.aborted || this.brokenByServer) throw new ClientGone();
  }

  async #drained(stream: NodeJS.EventEmitter): Promise<void> {
    try {
      await once(stream, "drain", { signal: this.#gone.signal });
    } catch {
      throw new ClientGone();
    }
  }
}
