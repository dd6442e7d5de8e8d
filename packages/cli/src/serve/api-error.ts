/** Failures as the chat-completions API tells them: a status, and a body that the usual clients read. */
import { type ErrorCode, FrameworkError } from "@framework/shared";

export interface ApiError {
  status: number;
  body: { error: { message: string; type: string; code: string | null; param: string | null } };
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** Whether the same request may succeed later; the usual clients obey it. */
  retryable: boolean;
}

/** What went wrong at the backend is no fault of the caller's, so its key is never the one that is called wrong. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  request: 400,
  "context-limit": 400,
  "model-not-found": 404,
  "permission-denied": 403,
  "credits-exhausted": 402,
  "rate-limit": 429,
  cancelled: 499,
  configuration: 500,
  "context-window": 500,
  "credentials-missing": 500,
  "credentials-rejected": 502,
  connection: 502,
  infrastructure: 502,
  load: 502,
  "mid-stream": 502,
  "service-retired": 502,
  stall: 504,
};

/** Codes that the usual clients know by another name. */
const CODE: Partial<Record<ErrorCode, string>> = {
  "context-limit": "context_length_exceeded",
  "model-not-found": "model_not_found",
  "rate-limit": "rate_limit_exceeded",
  "credits-exhausted": "insufficient_quota",
};

export function apiError(thrown: unknown): ApiError {
  if (!(thrown instanceof FrameworkError)) {
    return refusal(500, "internal_error", "An unexpected failure; the server's log says more.");
  }
  const status = STATUS[thrown.code];
  return {
    status,
    body: {
      error: {
        message: `${thrown.name}: ${thrown.message}`,
        type: status < 500 ? "invalid_request_error" : "upstream_error",
        code: CODE[thrown.code] ?? thrown.code.replaceAll("-", "_"),
        param: null,
      },
    },
    ...(thrown.retryAfter !== undefined && { retryAfter: thrown.retryAfter }),
    retryable: thrown.retryable,
  };
}

/** A request that this server itself turns away. */
export function refusal(
  status: number,
  code: string,
  message: string,
  param: string | null = null,
): ApiError {
  return {
    status,
    body: { error: { message, type: status < 500 ? "invalid_request_error" : "server_error", code, param } },
    retryable: status === 429 || status === 503,
  };
}

/** Thrown by whoever reads a request. */
export class RefusedRequest extends Error {
  readonly answer: ApiError;

  constructor(answer: ApiError) {
    super(answer.body.error.message);
    this.answer = answer;
  }
}
