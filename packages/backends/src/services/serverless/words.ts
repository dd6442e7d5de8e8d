/** How the serverless service words its errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

const texts: Readonly<Record<number, string>> = {
  401: "Invalid API key.",
  402: "Insufficient balance. Please top up your account.",
  403: "Forbidden",
  429: "Rate limit exceeded. Please try again later.",
};

/** How the service words its errors: a bare `detail`. */
export const serverlessWords: Words = {
  answer: (problem) => {
    const [status, detail] = sentence(problem);
    return { status, body: { detail } } satisfies ErrorAnswer;
  },
  inStream: (message) => ({ error: { message, type: "internal_error", code: 500 } }),
};

function sentence(problem: Problem): [number, string] {
  if (problem.kind === "bad-request") return [400, problem.message];
  if (problem.kind === "model-not-found") {
    return [404, `The model \`${problem.model}\` does not exist.`];
  }
  if (problem.kind === "context-overflow") {
    const { window, promptTokens, outputTokens } = problem;
    return [
      400,
      `This model's maximum context length is ${window} tokens. However, you requested ${promptTokens + outputTokens} tokens (${promptTokens} in the messages, ${outputTokens} in the completion). Please reduce the length of the messages or completion.`,
    ];
  }
  const { status, message } = problem;
  return [status, message ?? texts[status] ?? statusText(status)];
}
