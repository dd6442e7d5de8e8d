/** One try of one chat call: request out, answer in, events to the sink. */
import type { StreamEvent, Turn } from "../provider/events.js";
import { redact } from "../provider/secrets.js";
import type { EventSink } from "../provider/turn-stream.js";
import { safeLine } from "../provider/untrusted.js";
import type { ChatBody } from "./request.js";
import { BrokenAnswerError, ChatAnswer, type NameMap } from "./answer.js";
import { Watchdog } from "../http/clocks.js";
import {
  type FailureContext,
  failureOfAnswer,
  failureOfSize,
  failureOfStatus,
  failureOfTransport,
  referring,
} from "./failure.js";
import type { ConnectionPool, HttpResponse } from "../http/connection-pool.js";
import { LineTooLongError, SseParser } from "../http/sse.js";
import { TransportError } from "../http/transport-error.js";

/** Milliseconds; 0 disables a clock. */
export interface Timeouts {
  /** TCP and TLS. */
  connect: number;
  /** No byte at all, keep-alive comments included. */
  request: number;
  /** No decoded event; keep-alive comments do not count. */
  streamIdle: number;
}

export interface ChatCall {
  pool: ConnectionPool;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: ChatBody;
  timeouts: Timeouts;
  originalName: NameMap;
  failure: FailureContext;
  sink: EventSink;
  signal: AbortSignal;
  /** Looks at the head of a good answer: for warnings and ids that services put into headers. */
  onHead?: ((response: HttpResponse, notice: (text: string) => void) => void) | undefined;
  /** The most bytes the service takes in one request; a larger one is refused here, before it is sent. */
  bodyLimit?: number | undefined;
  /** What the user should know about a finished answer. */
  remarkOn?: ((answer: ChatAnswer) => string | undefined) | undefined;
}

const LINE_LIMIT = 32 * 1024 * 1024;
const ERROR_BODY_LIMIT = 256 * 1024;
const ANSWER_BODY_LIMIT = 128 * 1024 * 1024;

/** A cancelled call resolves with what had arrived; every other failure is the provider's own error. */
export async function runChatCall(call: ChatCall): Promise<Turn> {
  // What a server says on the side may repeat the key or steer a terminal; the model's own words are left as they are.
  const push = (event: StreamEvent) =>
    call.sink.push(
      event.type === "notice"
        ? { ...event, text: safeLine(redact(event.text, call.failure.secrets)) }
        : event,
    );
  const answer = new ChatAnswer(push, call.originalName);
  let failure = call.failure;
  const stop = new AbortController();
  const onCancel = () => stop.abort(new TransportError("body", "cancelled", "cancelled"));
  if (call.signal.aborted) onCancel();
  else call.signal.addEventListener("abort", onCancel, { once: true });
  const idle = new Watchdog(call.timeouts.streamIdle, () => {
    const seconds = call.timeouts.streamIdle / 1000;
    stop.abort(new TransportError("body", "idle", `no chunk came for ${seconds} s`));
  });
  try {
    const body = JSON.stringify(call.body);
    if (call.bodyLimit !== undefined && Buffer.byteLength(body) > call.bodyLimit) {
      throw failureOfSize(Buffer.byteLength(body), call.bodyLimit, call.failure);
    }
    const response = await call.pool.request({
      method: "POST",
      url: call.url,
      headers: {
        accept: "text/event-stream, application/json",
        ...call.headers,
        "content-type": "application/json",
      },
      body,
      signal: stop.signal,
      connectMs: call.timeouts.connect,
      readMs: call.timeouts.request,
    });
    if (response.status < 200 || response.status >= 300) {
      const said = await response.text(ERROR_BODY_LIMIT).catch(() => "");
      throw failureOfStatus(response.status, response.headers, said, failure);
    }
    failure = referring(failure, response.headers);
    call.onHead?.(response, (text) => push({ type: "notice", text }));
    const isStream = response.headers["content-type"]?.includes("text/event-stream") ?? call.body.stream;
    if (isStream) await readStream(response, answer, idle, call.sink);
    else {
      // An answer in one piece has no events; the byte clock alone watches it.
      idle.stop();
      await readWhole(response, answer);
    }
    const remark = call.remarkOn?.(answer);
    if (remark !== undefined) push({ type: "notice", text: remark });
    return answer.end();
  } catch (error) {
    if (call.signal.aborted || (error instanceof TransportError && error.reason === "cancelled")) {
      return answer.cancelled();
    }
    if (error instanceof BrokenAnswerError) {
      throw failureOfAnswer(error, failure, answer.text, answer.hasBegun);
    }
    if (error instanceof LineTooLongError) {
      throw failureOfAnswer(new BrokenAnswerError(error.message, undefined, true), failure, answer.text);
    }
    if (!(error instanceof TransportError)) throw error;
    // Whatever happens after the finish reason cannot take the answer away.
    if (answer.isComplete) return answer.end();
    call.pool.dropIdle();
    throw failureOfTransport(error, failure, answer.hasBegun ? answer.text : undefined);
  } finally {
    idle.stop();
    call.signal.removeEventListener("abort", onCancel);
  }
}

async function readStream(
  response: HttpResponse,
  answer: ChatAnswer,
  idle: Watchdog,
  sink: EventSink,
): Promise<void> {
  const parser = new SseParser(
    {
      onData: (data, event) => {
        if (answer.isDone) return;
        answer.data(data, event);
        idle.feed();
      },
    },
    LINE_LIMIT,
  );
  await response.read({
    onText: (text) => parser.feed(text),
    done: () => answer.isDone,
    full: () => sink.full,
    onSpace: (resume) => {
      idle.pause();
      sink.onSpace = () => {
        idle.resume();
        resume();
      };
    },
  });
  if (!answer.isDone) parser.end();
}

async function readWhole(response: HttpResponse, answer: ChatAnswer): Promise<void> {
  const text = await response.text(ANSWER_BODY_LIMIT);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BrokenAnswerError("the answer is not complete JSON");
  }
  answer.chunk(value);
}
