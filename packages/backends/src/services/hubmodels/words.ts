/** How the hub's model service words its errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

/** Code and message of each status, as the service and its Azure-style gateway word them. */
const statuses: Readonly<Record<number, readonly [string, string]>> = {
  401: ["unauthorized", "Bad credentials"],
  403: ["unauthorized", "Resource not accessible by integration"],
  410: [
    "github_models_retirement_brownout",
    "GitHub Models is temporarily unavailable as part of a scheduled retirement brownout.",
  ],
  429: [
    "RateLimitReached",
    "Rate limit of 40000 per 60s exceeded for UserByModelByMinuteTokens. Please wait 60 seconds before retrying.",
  ],
  500: ["InternalServerError", "Backend returned unexpected response."],
};

/** The refusal of a token whose organisation or enterprise has not enabled the service. */
const serviceDisabled: ErrorAnswer = error(
  401,
  "unauthorized",
  "GitHub Models is disabled for this organization or enterprise. Contact an administrator to enable it.",
);

/** How the service words its errors. */
export const hubModelsWords: Words = {
  answer,
  inStream: (message) => ({ error: { code: "InternalServerError", message } }),
  own: { "service-disabled": serviceDisabled },
};

function answer(problem: Problem): ErrorAnswer {
  if (problem.kind === "bad-request") return error(400, "BadRequest", problem.message);
  if (problem.kind === "model-not-found") {
    return error(400, "unknown_model", `Unknown model: ${problem.model}`);
  }
  if (problem.kind === "context-overflow") {
    const message = `Request body too large for the model. Max size: ${problem.window} tokens.`;
    return error(413, "tokens_limit_reached", message);
  }
  const { status } = problem;
  const text = statusText(status);
  const [code, message] = statuses[status] ?? [text.replaceAll(" ", ""), text];
  return error(status, code, problem.message ?? message);
}

function error(status: number, code: string, message: string): ErrorAnswer {
  return { status, body: { error: { code, message, details: message } } };
}
