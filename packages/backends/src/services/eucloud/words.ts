/** How the eucloud service words its errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

const texts: Readonly<Record<number, string>> = {
  401: "Invalid or expired token",
  403: "Authentication Failed",
  413: "Request body exceeds the limit of 2 MB",
  429: "API rate limit exceeded",
};

/** A right key whose project cannot pay. */
const noPaymentMethod: ErrorAnswer = {
  status: 403,
  body: { message: "Resource tag 'discovery' is forbidden" },
};

/** How the service words its errors: the entrance with a bare message, the model server behind it as vLLM. */
export const euCloudWords: Words = {
  answer,
  inStream: (message) => ({ error: { message, type: "InternalServerError", param: null, code: 500 } }),
  own: { "no-payment-method": noPaymentMethod },
};

function answer(problem: Problem): ErrorAnswer {
  if (problem.kind === "status") {
    const { status, message } = problem;
    return { status, body: { message: message ?? texts[status] ?? statusText(status) } };
  }
  if (problem.kind === "bad-request") return modelError(400, "BadRequestError", problem.message);
  if (problem.kind === "model-not-found") {
    return modelError(404, "NotFoundError", `The model \`${problem.model}\` does not exist.`);
  }
  const { window, promptTokens, outputTokens } = problem;
  return modelError(
    400,
    "BadRequestError",
    `This model's maximum context length is ${window} tokens. However, you requested ${outputTokens} output tokens and your prompt contains ${promptTokens} input tokens.`,
  );
}

function modelError(code: number, type: string, message: string): ErrorAnswer {
  return { status: code, body: { error: { message, type, param: null, code } } };
}
