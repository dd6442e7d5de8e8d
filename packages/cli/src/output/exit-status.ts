/** The exit status of every command, by what went wrong. */
import type { ErrorCode } from "@framework/shared";

const statuses: Readonly<Record<ErrorCode, number>> = {
  request: 1,
  configuration: 2,
  "context-window": 2,
  "credentials-missing": 3,
  "credentials-rejected": 3,
  "permission-denied": 3,
  "model-not-found": 4,
  "credits-exhausted": 5,
  "rate-limit": 5,
  connection: 6,
  infrastructure: 6,
  load: 6,
  "service-retired": 6,
  stall: 6,
  "mid-stream": 7,
  "context-limit": 8,
  cancelled: 130,
};

/** An answer that had begun and then failed is a broken stream, whatever broke it. */
export function exitStatus(error: { code: ErrorCode; partialText?: string | undefined }): number {
  const status = statuses[error.code];
  return status === 6 && error.partialText ? 7 : status;
}
