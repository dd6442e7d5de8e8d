/** One try of one chat call: request out, answer in, events to the sink. */
import { FrameworkError } from "../provider/errors.js";
import { onAbort } from "../provider/on-abort.js";
import type { Turn } from "../provider/events.js";
import { redact } from "../provider/secrets.js";
import { Stop, type StopSignal } from "../provider/stop.js";
import type { EventSink } from "../provider/turn-stream.js";
import { safeLine } from "../provider/untrusted.js";
import { Watchdog } from "../http/clocks.js";
import type { ConnectionPool, HttpResponse } from "../http/connection-pool.js";
import { LineTooLongError } from "../http/sse.js";
import { TransportError } from "../http/transport-error.js";
import { ChatAnswer, type NameMap } from "./answer.js";
import { AnswerBody } from "./answer-body.js";
import { BrokenAnswerError } from "./broken-answer.js";
import type { Dialect, Timeouts } from "./dialect.js";
import {
  type FailureContext,
  failureOfAnswer,
  failureOfSize,
  failureOfStatus,
  isSuccess,
  failureOfTransport,
  referring,
} from "./failure.js";
import type { ChatBody } from "./request.js";
import { takesNothing } from "./tool-schema.js";

export interface ChatCall {
  dialect: Dialect;
  pool: ConnectionPool;
  body: ChatBody;
  timeouts: Timeouts;
  originalName: NameMap;
  sink: EventSink;
  signal: StopSignal;
  /** The quirk `accept_done_without_finish`. */
  acceptDone: boolean;
  /** Told at the end of a try that has handed something of an answer on. */
  onOutput: () => void;
}

const ERROR_BODY_LIMIT = 256 * 1024;
/** How long a complete answer waits for what may follow: for its count of tokens, and for `[DONE]` after that. */
const LINGER_MS = 2000;
const LINGER_WITH_USAGE_MS = 1000;

/** A cancelled call resolves with what had arrived; every other failure is the provider's own error. */
export async function runChatCall(call: ChatCall): Promise<Turn> {
  const { dialect, body, sink, signal, timeouts } = call;
  // What a server says on the side may repeat the key or steer a terminal; the model's own words are left as they are.
  const notice = (text: string) =>
    sink.push({ type: "notice", text: safeLine(redact(text, dialect.failure.secrets)) });
  const answer = new ChatAnswer((event) => sink.push(event), {
    originalName: call.originalName,
    takesNothing: takesNothing(body.tools ?? []),
    acceptDone: call.acceptDone,
    hiddenLimit: dialect.hidesLength ? body.max_tokens : undefined,
    upstreamFinish: dialect.upstreamFinish,
  });
  let response: HttpResponse | undefined;
  const failure = (): FailureContext =>
    referring({ ...dialect.failure, asked: `POST ${dialect.chatUrl.pathname}` }, response?.headers ?? {});
  let reading: AnswerBody | undefined;
  const stop = new Stop();
  const unlisten = onAbort(() => stop.abort(new TransportError("body", "cancelled", "cancelled")), signal);
  const idleMs = body.stream ? timeouts.streamIdle : 0;
  const idle = new Watchdog(
    idleMs,
    () => stop.abort(new TransportError("body", "idle", `no chunk came for ${idleMs / 1000} s`)),
    (seconds) => {
      if (!sink.full) sink.push({ type: "waiting", for: "answer", seconds });
    },
  );
  const linger = new Linger(answer, () => stop.abort(new TransportError("body", "complete", "complete")));
  const finish = () => {
    for (const remark of [dialect.remarkOn?.(answer, body), proseRemark(answer, body)]) {
      if (remark !== undefined) notice(remark);
    }
    return answer.end();
  };
  try {
    response = await send(call, stop);
    const { status, headers } = response;
    if (!isSuccess(response))
      throw failureOfStatus({ status, headers, text: await response.start(ERROR_BODY_LIMIT) }, failure());
    dialect.onHead?.(response, notice);
    const onEvent = () => {
      idle.feed();
      linger.event();
    };
    // An answer in one piece has no events; the byte clock alone watches it.
    const onWhole = () => idle.restart(0);
    reading = new AnswerBody(answer, response.headers["content-type"], { onEvent, onWhole });
    await readBody(response, reading, answer, idle, sink);
    if (!answer.hasBegun && !answer.isComplete && response.status !== 200) {
      const message = `status ${response.status} came without an answer`;
      throw new BrokenAnswerError(message, undefined, "same-again");
    }
    return finish();
  } catch (error) {
    if (signal.aborted || (error instanceof TransportError && error.reason === "cancelled")) {
      return answer.cancelled();
    }
    if (error instanceof FrameworkError) throw error;
    if (error instanceof TransportError && error.reason === "reset") endQuietly(reading);
    // Whatever happens after the finish reason cannot take the answer away.
    if (answer.isComplete) return finish();
    throw failureOf(error, answer, failure(), call.pool);
  } finally {
    if (answer.hasOutput) call.onOutput();
    idle.stop();
    linger.stop();
    unlisten();
  }
}

function send({ dialect, pool, timeouts, ...call }: ChatCall, signal: StopSignal): Promise<HttpResponse> {
  const body = JSON.stringify(call.body);
  const { bodyLimit, failure } = dialect;
  if (bodyLimit !== undefined && Buffer.byteLength(body) > bodyLimit) {
    throw failureOfSize(Buffer.byteLength(body), bodyLimit, failure);
  }
  const accept = "text/event-stream, application/json";
  return pool.request({
    method: "POST",
    url: dialect.chatUrl,
    headers: { accept, ...dialect.headers, "content-type": "application/json" },
    body,
    signal,
    connectMs: timeouts.connect,
    readMs: timeouts.request,
  });
}

async function readBody(
  response: HttpResponse,
  reading: AnswerBody,
  answer: ChatAnswer,
  idle: Watchdog,
  sink: EventSink,
): Promise<void> {
  await response.read({
    onText: (text) => reading.feed(text),
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
  reading.end();
}

/** The last line of a connection that broke may be whole; if it is not, the broken connection is what is told. */
function endQuietly(reading: AnswerBody | undefined): void {
  try {
    reading?.end();
  } catch {
    // Half a chunk.
  }
}

function failureOf(
  error: unknown,
  answer: ChatAnswer,
  failure: FailureContext,
  pool: ConnectionPool,
): unknown {
  if (error instanceof BrokenAnswerError) {
    return failureOfAnswer(error, failure, answer.text, answer.hasBegun);
  }
  if (error instanceof LineTooLongError) {
    return failureOfAnswer(
      new BrokenAnswerError(error.message, undefined, "same-again"),
      failure,
      answer.text,
    );
  }
  if (!(error instanceof TransportError)) return error;
  pool.dropIdle();
  return failureOfTransport(error, failure, answer.hasBegun ? answer.text : undefined);
}

/** A tool was demanded and none was called: the caller would take the prose for the result. */
function proseRemark(answer: ChatAnswer, { tool_choice: choice }: ChatBody): string | undefined {
  const isDemanded = choice === "required" || typeof choice === "object";
  if (!isDemanded || answer.hasToolCalls) return undefined;
  const what = typeof choice === "object" ? `the tool "${choice.function.name}"` : "a tool";
  return (
    `The model was told to call ${what} and answered in prose. ` +
    "The server may ignore tool_choice, or the model's chat template may take no tools."
  );
}

/** Ends a complete answer a moment after its last event: some servers never say that they are done. */
class Linger {
  readonly #answer: ChatAnswer;
  readonly #onOver: () => void;
  #clock: Watchdog | undefined;
  #hasUsage = false;

  constructor(answer: ChatAnswer, onOver: () => void) {
    this.#answer = answer;
    this.#onOver = onOver;
  }

  event(): void {
    if (!this.#answer.isComplete || this.#answer.isDone) {
      this.stop();
      this.#clock = undefined;
      return;
    }
    if (this.#clock && this.#hasUsage === this.#answer.hasUsage) {
      this.#clock.feed();
      return;
    }
    this.#hasUsage = this.#answer.hasUsage;
    this.#clock?.stop();
    this.#clock = new Watchdog(this.#hasUsage ? LINGER_WITH_USAGE_MS : LINGER_MS, this.#onOver);
  }

  stop(): void {
    this.#clock?.stop();
  }
}
