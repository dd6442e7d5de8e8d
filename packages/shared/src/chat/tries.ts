/** A chat call with its retries: what the caller is told meanwhile, and what is not tried again. */
import type { FrameworkError } from "../provider/errors.js";
import type { Turn } from "../provider/events.js";
import type { CallOptions } from "../provider/provider.js";
import { restartEvent } from "../provider/spelling.js";
import { type ChatCall, runChatCall } from "./call.js";
import { withRetries } from "./retry.js";

export interface Tries extends Pick<CallOptions, "deadlineMs" | "restarts"> {
  retries: number;
}

/** Runs the call until it succeeds, fails for good, or the tries are used up. */
export function runWithRetries(given: Omit<ChatCall, "onOutput">, tries: Tries): Promise<Turn> {
  const { dialect, sink, signal, timeouts } = given;
  const { retries, deadlineMs, restarts } = tries;
  let hasOutput = false;
  const call: ChatCall = { ...given, onOutput: () => (hasOutput = true) };
  const run =
    dialect.explainsUnstreamed && retries > 0 ? explained(call, () => hasOutput) : () => runChatCall(call);
  return withRetries(run, {
    retries,
    signal,
    deadlineAt: deadlineMs === undefined ? undefined : performance.now() + deadlineMs,
    longestHintMs: timeouts.retryWait,
    totalMs: timeouts.total,
    isFinal: () => hasOutput && restarts !== true,
    onRestart: ({ attempt, waitMs, error }) =>
      sink.push(restartEvent({ attempt, wait_ms: waitMs, reason: `${error.name}: ${error.message}` })),
    onWaiting: (seconds) => sink.push({ type: "waiting", for: "retry", seconds }),
  });
}

/** The call, asked once more in one piece when its stream breaks before the first word. */
function explained(call: ChatCall, hasOutput: () => boolean): () => Promise<Turn> {
  let isAsked = false;
  return async () => {
    try {
      return await runChatCall(call);
    } catch (error) {
      const { code } = error as FrameworkError;
      if (isAsked || code !== "mid-stream" || !call.body.stream || hasOutput()) throw error;
      isAsked = true;
      const text =
        "The stream broke before its first word: asked once more without streaming, which tells why.";
      call.sink.push({ type: "notice", text });
      const { stream_options: _options, ...body } = call.body;
      return await runChatCall({ ...call, body: { ...body, stream: false } });
    }
  };
}
