/** Failures as a person or a program reads them. */
import { defined, FrameworkError } from "@framework/shared";
import { exitStatus } from "./exit-status.js";
import { remark, sayJson } from "./print.js";

/** A defect of ours is shown as one; everything else is already in plain words. */
export function asFrameworkError(error: unknown): FrameworkError {
  if (error instanceof FrameworkError) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new FrameworkError(`Unexpected failure, which should be reported as a defect: ${text}`);
}

/** The `error` event of `--json`. */
export function errorEvent(error: FrameworkError): Record<string, unknown> {
  return {
    type: "error",
    name: error.name,
    message: error.message,
    retryable: error.retryable,
    ...defined({ retry_after: error.retryAfter, partial_text: error.partialText }),
  };
}

/** Prints a failure where it belongs and sets the exit status. */
export function reportFailure(thrown: unknown, json: boolean): void {
  const error = asFrameworkError(thrown);
  if (json) sayJson(errorEvent(error));
  else remark(`${error.code === "cancelled" ? "" : `${error.name}: `}${error.message}`);
  process.exitCode = exitStatus(error);
}
