/** Asks a backend and writes its answer, as it comes or in one piece. */
import type { ServerResponse } from "node:http";
import type { Client } from "@framework/shared";
import type { ChatRequest } from "./chat-request.js";
import { ChatResponse, checkCalls } from "./chat-response.js";

/** So long the status may still be an error's; after it the client is told that it waits for something. */
const SILENCE_MS = 10_000;

/** Resolves with one word for the log. Failures are thrown, also after the answer has begun. */
export async function answerChat(
  request: ChatRequest,
  client: Client,
  response: ServerResponse,
  { retries, signal }: { retries: number; signal: AbortSignal },
): Promise<string> {
  const answer = new ChatResponse(request.model);
  const stream = client.stream(request.messages, { ...request.options, retries, signal });
  if (!request.stream) {
    const turn = await stream.result();
    checkCalls(turn);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.whole(turn)));
    return turn.finishReason;
  }
  const writer = new EventWriter(response);
  try {
    for await (const event of stream) {
      const bytes = answer.chunk(event);
      if (bytes !== "" && !writer.write(bytes)) await writer.room(signal);
    }
    const turn = await stream.result();
    if (turn.finishReason === "cancelled") return "cancelled";
    checkCalls(turn);
    writer.end(answer.end(turn, request.includeUsage));
    return turn.finishReason;
  } finally {
    writer.stop();
  }
}

/** Writes events, those of one round of the event loop in one piece, and a comment when there is nothing to write for long. */
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

  /** False when the client reads too slowly; wait for `room` then. */
  write(bytes: string): boolean {
    this.#pending += bytes;
    this.#wasSilent = false;
    if (!this.#isPlanned) {
      this.#isPlanned = true;
      setImmediate(() => this.#flush());
    }
    return !this.#response.writableNeedDrain;
  }

  room(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#response.off("drain", done);
        resolve();
      };
      this.#response.once("drain", done);
      signal.addEventListener("abort", done, { once: true });
      if (signal.aborted) done();
    });
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
