/** A 404 that does not say what was not found: the backend's own list decides whether it was the model. */
import { setTimeout as wait } from "node:timers/promises";
import { FrameworkError } from "../provider/errors.js";
import { didYouMean } from "../provider/suggest.js";
import type { FailureContext } from "./failure.js";

/** Nobody waits longer than this for a better word. */
const LIST_MS = 5000;

export interface AbsentModel {
  model: string;
  /** The ids of all models there are. */
  list: () => Promise<readonly string[]>;
  failure: FailureContext;
  /** The provider, for the command that lists them. */
  provider: string;
}

/** The error to throw: about the model when the list lacks it, else the one that was found. */
export async function judgeNotFound(error: unknown, asked: AbsentModel): Promise<unknown> {
  const { model, list, failure, provider } = asked;
  if (!(error instanceof FrameworkError) || error.status !== 404) return error;
  if (error instanceof failure.errors.modelNotFound) return error;
  const listed = await Promise.race([list(), wait<string[]>(LIST_MS, [], { ref: false })]).catch(
    (): string[] => [],
  );
  if (listed.length === 0 || listed.includes(model)) return error;
  return new failure.errors.modelNotFound(
    `${failure.server} answered 404, and its list of ${listed.length} has no model "${model}"${didYouMean(model, listed)}. ` +
      `"fw models --provider ${provider}" lists them.`,
    { status: 404, cause: error },
  );
}
