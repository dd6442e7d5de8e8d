/** Which class stands for which kind of failure. */
import type { ProviderDefinition } from "../provider/definition.js";
import * as errors from "../provider/errors.js";

const SHARED = {
  authentication: errors.AuthenticationError,
  connection: errors.ConnectionError,
  contextLimit: errors.ContextLimitError,
  creditsExhausted: errors.CreditsExhaustedError,
  infrastructure: errors.InfrastructureError,
  midStream: errors.MidStreamError,
  modelNotFound: errors.ModelNotFoundError,
  permissionDenied: errors.PermissionDeniedError,
  rateLimit: errors.RateLimitError,
  request: errors.RequestError,
  serviceRetired: errors.ServiceRetiredError,
  stall: errors.StallTimeoutError,
};

export type FailureKind = keyof typeof SHARED;
export type ErrorMap = Record<FailureKind, errors.ErrorClass>;

export const sharedErrors: ErrorMap = SHARED;

type Declared = Pick<ProviderDefinition, "errors">;

/** The declared class that stands for the same as this one. */
export const ownClass = ({ errors: declared }: Declared, shared: errors.ErrorClass): errors.ErrorClass =>
  declared.find(({ error }) => error.code === shared.code)?.error ?? shared;

/** The classes that a provider declares, and the shared ones of which it has none of its own. */
export function ownErrors(definition: Declared): ErrorMap {
  const own = { ...sharedErrors };
  for (const kind of Object.keys(SHARED) as FailureKind[]) own[kind] = ownClass(definition, own[kind]);
  return own;
}
