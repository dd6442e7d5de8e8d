/** How the self-hosted server words its errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

const types: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  404: "NotFoundError",
  422: "UnprocessableEntityError",
  500: "InternalServerError",
  501: "NotImplementedError",
  503: "ServiceUnavailableError",
};

/** How vLLM words its errors. */
export const selfHostWords: Words = {
  answer,
  inStream: (message) => ({
    error: { message, type: "InternalServerError", param: null, code: 500 },
  }),
};

function answer(problem: Problem): ErrorAnswer {
  if (problem.kind === "model-not-found") {
    return error(404, `The model \`${problem.model}\` does not exist.`, "model");
  }
  if (problem.kind === "bad-request") return error(400, problem.message, problem.param ?? null);
  if (problem.kind === "context-overflow") {
    return error(400, overflowText(problem), "input_tokens");
  }
  // The key check stands before the API and words its refusal by itself.
  if (problem.status === 401) return { status: 401, body: { error: "Unauthorized" } };
  return error(problem.status, problem.message ?? statusText(problem.status), null);
}

function overflowText(problem: Extract<Problem, { kind: "context-overflow" }>): string {
  const { window, promptTokens, outputTokens } = problem;
  return (
    `This model's maximum context length is ${window} tokens. However, you requested ${outputTokens} ` +
    `output tokens and your prompt contains ${promptTokens} input tokens, for a total of ` +
    `${promptTokens + outputTokens} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`
  );
}

function error(status: number, message: string, param: string | null): ErrorAnswer {
  return {
    status,
    body: { error: { message, type: types[status] ?? "Error", param, code: status } },
  };
}
