/** Asks a backend and writes its answer, as it comes or in one piece. */
import type { ServerResponse } from "node:http";
import type { Client, StreamEvent } from "@framework/shared";
import type { ChatRequest } from "./chat-request.js";
import { ChatResponse, checkCalls } from "./chat-response.js";

/** So long the status may still be an error's; after it the client is told that it waits for something. */
const SILENCE_MS = 10_000;

/** More than any answer has: so much may wait for a client to read it. */
const UNREAD_LIMIT = 16 * 1024 * 1024;

/** Resolves with one word for the log. Failures are thrown, also after the answer has begun. */
export async function answerChat(
  request: ChatRequest,
  client: Client,
  response: ServerResponse,
  { retries, signal }: { retries: number; signal: AbortSignal },
): Promise<string> {
  const answer = new ChatResponse(request.model);
  const { tools, ...options } = request.options;
  if (!request.stream) {
    const turn = await client.complete(request.messages, tools, { ...options, retries, signal });
    checkCalls(turn);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.whole(turn)));
    return turn.finishReason;
  }
  const writer = new EventWriter(response);
  try {
    const onOutput = (event: StreamEvent) => writer.write(answer.chunk(event));
    const turn = await client.complete(request.messages, tools, { ...options, retries, signal, onOutput });
    if (turn.finishReason === "cancelled") return "cancelled";
    checkCalls(turn);
    writer.end(answer.end(turn, request.includeUsage));
    return turn.finishReason;
  } finally {
    writer.stop();
  }
}

/** Writes events, those that came together in one piece, and a comment when there is nothing to write for long. */
class EventWriter {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  #pending = "";
  #isPlanned = false;
  #wasSilent = true;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#heartbeat = setInterval(() => this.#beat(), SILENCE_MS);
  }

  write(bytes: string): void {
    if (bytes === "") return;
    this.#pending += bytes;
    this.#wasSilent = false;
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    process.nextTick(() => this.#flush());
  }

  end(bytes: string): void {
    this.#begin();
    this.#response.end(this.#pending + bytes);
    this.#pending = "";
  }

  /** What was gathered goes out, also before a failure is told. */
  stop(): void {
    clearInterval(this.#heartbeat);
    this.#flush();
  }

  #flush(): void {
    this.#isPlanned = false;
    if (this.#pending === "" || this.#response.destroyed) return;
    this.#begin();
    this.#response.write(this.#pending);
    this.#pending = "";
    // A client that asks and does not read may not fill the memory of all others.
    if (this.#response.writableLength > UNREAD_LIMIT) this.#response.destroy();
  }

  #beat(): void {
    if (this.#wasSilent && !this.#response.destroyed) {
      this.#begin();
      this.#response.write(": waiting\n\n");
    }
    this.#wasSilent = true;
  }

  #begin(): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
    });
  }
}
