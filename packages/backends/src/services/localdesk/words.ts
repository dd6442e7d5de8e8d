/** How the desktop application words its errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

/** Which of the two texts the application's engines use for a prompt that does not fit. */
export type OverflowWording = "keep-first" | "n-keep";

/** How LM Studio words its errors. */
export function localDeskWords(overflow: OverflowWording): Words {
  return {
    answer: (problem) => answer(problem, overflow),
    inStream: (message) => ({ error: { message, type: "internal_error", param: null, code: null } }),
  };
}

function answer(problem: Problem, overflow: OverflowWording): ErrorAnswer {
  if (problem.kind === "context-overflow") {
    return { status: 400, body: { error: overflowText(problem, overflow) } };
  }
  if (problem.kind === "model-not-found") {
    const message = `Model "${problem.model}" not found. Use the 'lms ls' command to see the models you have.`;
    return error(404, message, "model", "model_not_found");
  }
  if (problem.kind === "bad-request") {
    return error(400, problem.message, problem.param ?? null, "invalid_request");
  }
  if (problem.status === 401) return rejected(problem.message);
  return error(problem.status, problem.message ?? statusText(problem.status), null, null);
}

/** The refusal of a request without the token that the application demands. */
function rejected(message = "Malformed or missing API token. Provide it as a bearer token."): ErrorAnswer {
  const body = { type: "invalid_request", code: "invalid_api_key", message };
  return { status: 401, body: { error: body } };
}

function overflowText(
  problem: Extract<Problem, { kind: "context-overflow" }>,
  wording: OverflowWording,
): string {
  const { window, promptTokens } = problem;
  return wording === "keep-first"
    ? `Trying to keep the first ${promptTokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`
    : `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${promptTokens} >= n_ctx: ${window}). Try to load the model with a larger context length, or provide a shorter input.`;
}

function error(status: number, message: string, param: string | null, code: string | null): ErrorAnswer {
  return { status, body: { error: { message, type: "invalid_request_error", param, code } } };
}
