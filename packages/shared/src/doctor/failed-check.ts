/** Failures as checks: which one they belong to, and what to do about them. */
import { type ErrorCode, FrameworkError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import { fail } from "./check.js";

type Verdict = readonly [check: string, mend: (provider: string) => string];

const explain = (provider: string) => `"framework-scaffold explain provider ${provider}"`;
const reach: Verdict = [
  "reachability",
  (provider) => `See that the backend runs; ${explain(provider)} shows where its address comes from.`,
];
const auth: Verdict = [
  "auth",
  (provider) => `Give another credential; ${explain(provider)} shows where it is looked for.`,
];
const request: Verdict = [
  "reachability",
  (provider) => `See whether the address is that of a ${provider} backend.`,
];
const settings: Verdict = ["settings", (provider) => `${explain(provider)} lists every setting.`];
const busy: Verdict = ["reachability", () => "Wait, and check the account's limits and credits."];

/** Which check a failure belongs to, and what to do about it. */
const verdicts: Readonly<Record<ErrorCode, Verdict>> = {
  cancelled: request,
  configuration: settings,
  connection: reach,
  "context-limit": request,
  "context-window": ["window", () => "Set context_length to the window the model is served with."],
  "credentials-missing": [
    "credentials",
    (provider) => `${explain(provider)} shows where a key is looked for.`,
  ],
  "credentials-rejected": auth,
  "credits-exhausted": busy,
  infrastructure: reach,
  load: ["load", () => "The server's log says why."],
  "mid-stream": reach,
  "model-not-found": [
    "model",
    (provider) => `Do as it says; "fw models --provider ${provider}" lists the models with their state.`,
  ],
  "permission-denied": auth,
  "rate-limit": busy,
  request,
  "service-retired": ["reachability", () => "Choose another provider; this service is gone."],
  stall: reach,
};

/** A failure as a check; everything that is no failure of ours to explain goes on as a defect. */
export function failure(error: unknown, provider: string): Check {
  if (!(error instanceof FrameworkError)) throw error;
  const [name, mend] = verdicts[error.code];
  return fail(name, error.message, mend(provider), error);
}
