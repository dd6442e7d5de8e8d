/** How both surfaces of the GPU server word their errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

/** How the chat frontend words its errors: FastAPI's `detail`. */
export const frontendWords: Words = {
  answer: (problem) => {
    const [status, detail] = sentence(problem);
    return { status, body: { detail } };
  },
  inStream: (message) => ({ error: { message, type: "internal_error", code: 500 } }),
};

/** How the control plane words its errors: a bare text. */
export const controlWords: Words = {
  answer: (problem) => {
    const [status, error] = sentence(problem);
    return { status, body: { error } };
  },
  inStream: (message) => ({ error: message }),
};

/** The refusal of a request without the header that the restricted API demands. */
export function restricted(header: string): ErrorAnswer {
  const message = `This API is restricted, expecting header '${header}'`;
  const error = { message, type: "authentication_error", code: "invalid_auth" };
  return { status: 401, body: { error } };
}

/** What the server says when it loads models by itself only. */
export const NOT_EXPLICIT = "explicit model load / unload is not allowed if polling is enabled";

function sentence(problem: Problem): [number, string] {
  if (problem.kind === "model-not-found") return [400, `Unknown model: ${problem.model}`];
  if (problem.kind === "bad-request") return [400, problem.message];
  if (problem.kind === "context-overflow") {
    const { promptTokens, window } = problem;
    return [500, `Prompt length (${promptTokens}) exceeds maximum input length (${window}).`];
  }
  return [problem.status, problem.message ?? statusText(problem.status)];
}
