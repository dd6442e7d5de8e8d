/** Failures as a person or a program reads them. */
import { FrameworkError } from "@framework/shared";
import { exitStatus } from "./exit-status.js";

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
    ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
    ...(error.partialText !== undefined && { partial_text: error.partialText }),
  };
}

/** What a terminal would obey: a message may repeat what a server said. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Prints a failure where it belongs and sets the exit status. */
export function reportFailure(thrown: unknown, json: boolean): void {
  const error = asFrameworkError(thrown);
  if (json) process.stdout.write(`${JSON.stringify(errorEvent(error))}\n`);
  else {
    const name = error.code === "cancelled" ? "" : `${error.name}: `;
    process.stderr.write(`${name}${error.message.replaceAll(CONTROLS, "")}\n`);
  }
  process.exitCode = exitStatus(error);
}
