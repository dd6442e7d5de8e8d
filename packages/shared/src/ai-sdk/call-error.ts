/** Failures as the AI SDK reads them: it tries again by `isRetryable` and waits as `retry-after-ms` says. */
import { APICallError } from "@ai-sdk/provider";
import { CancelledError, type ErrorCode, FrameworkError } from "../provider/errors.js";

/** These arise before anything is sent and are no failed call. */
const OF_SETTINGS: ReadonlySet<ErrorCode> = new Set([
  "configuration",
  "context-window",
  "credentials-missing",
]);

/** The error to hand to the SDK; the provider's own one is its `cause`. */
export function callError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof CancelledError) return new DOMException("The call was cancelled.", "AbortError");
  if (!(error instanceof FrameworkError) || OF_SETTINGS.has(error.code)) return error;
  const { status, retryAfter } = error;
  return new APICallError({
    message: error.message,
    // The message names the server; requests stay out of errors, since they hold the whole conversation.
    url: "",
    requestBodyValues: undefined,
    isRetryable: error.retryable,
    cause: error,
    ...(status !== undefined && { statusCode: status }),
    ...(retryAfter !== undefined && {
      responseHeaders: { "retry-after-ms": String(Math.ceil(retryAfter * 1000)) },
    }),
  });
}
