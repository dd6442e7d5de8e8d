/** How most compatible servers word their errors: as OpenAI does. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

export const compatibleWords: Words = {
  answer,
  inStream: (message) => ({ error: { message, type: "server_error", param: null, code: null } }),
};

function answer(problem: Problem): ErrorAnswer {
  if (problem.kind === "model-not-found") {
    return error(
      404,
      `The model \`${problem.model}\` does not exist or you do not have access to it.`,
      "model_not_found",
    );
  }
  if (problem.kind === "bad-request") return error(400, problem.message, null, problem.param);
  if (problem.kind === "context-overflow") {
    const { window, promptTokens, outputTokens } = problem;
    return error(
      400,
      `This model's maximum context length is ${window} tokens. However, you requested ${promptTokens + outputTokens} tokens.`,
      "context_length_exceeded",
    );
  }
  const { status, message } = problem;
  if (status === 401) return error(401, message ?? "Incorrect API key provided.", "invalid_api_key");
  return error(status, message ?? statusText(status), null);
}

function error(
  status: number,
  message: string,
  code: string | null,
  param: string | null = null,
): ErrorAnswer {
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return { status, body: { error: { message, type, param, code } } };
}
