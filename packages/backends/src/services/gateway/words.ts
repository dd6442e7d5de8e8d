/** How the gateway words its errors. */
import { statusText, type ErrorAnswer, type Problem, type Words } from "../../refusals/problem.js";

/** Message and `error_type` of each status, as OpenRouter documents them. */
const statuses: Readonly<Record<number, readonly [string, string]>> = {
  400: ["Invalid request parameters", "invalid_request"],
  401: ["User not found.", "authentication"],
  402: ["Insufficient credits. Add more using https://openrouter.ai/settings/credits", "payment_required"],
  403: ["Key limit exceeded (total limit).", "permission_denied"],
  404: ["No endpoints found that support tool use.", "not_found"],
  408: ["Your request timed out", "timeout"],
  413: ["Request payload is too large", "payload_too_large"],
  422: ["Unprocessable request", "unprocessable"],
  429: ["Rate limit exceeded: free-models-per-min.", "rate_limit_exceeded"],
  500: ["Internal Server Error", "server"],
  502: ["Provider returned error", "provider_unavailable"],
  503: ["No instances available", "provider_unavailable"],
  524: ["Provider timed out", "timeout"],
  529: ["Provider is overloaded", "provider_overloaded"],
};

const provider = { provider_name: "DemoHost" };

/** A prompt that the upstream's moderation flagged. */
const moderation: ErrorAnswer = error(
  403,
  'demo/model requires moderation on DemoHost. Your input was flagged for "violence".',
  {
    error_type: "content_policy_violation",
    reasons: ["violence"],
    flagged_input: "one two three…",
    model_slug: "demo/model",
    ...provider,
  },
);

/** A model that is not offered where the client is. */
const regionRestricted: ErrorAnswer = {
  status: 403,
  body: {
    error: {
      code: 403,
      message: "This model is not available in your region.",
      metadata: { error_type: "permission_denied" },
      availability: { code: "region_restricted", retryable: false, requested_models: ["demo/model"] },
    },
  },
};

/** How OpenRouter words its errors. */
export const gatewayWords: Words = {
  answer,
  inStream: (message) => ({
    id: `gen-${Date.now()}`,
    object: "chat.completion.chunk",
    created: Math.floor(Date.now() / 1000),
    provider: provider.provider_name,
    error: { code: 502, message, metadata: { error_type: "provider_unavailable", ...provider } },
    choices: [{ index: 0, delta: { content: "" }, finish_reason: "error", native_finish_reason: "error" }],
  }),
  own: { moderation, "region-restricted": regionRestricted },
};

function answer(problem: Problem): ErrorAnswer {
  if (problem.kind === "bad-request") {
    return error(400, problem.message, { error_type: "invalid_request" });
  }
  if (problem.kind === "model-not-found") return unknownModel(problem.model);
  if (problem.kind === "context-overflow") {
    return error(400, overflowText(problem), { error_type: "context_length_exceeded", ...provider });
  }
  const { status } = problem;
  const [message, error_type] = statuses[status] ?? [statusText(status), "unmapped"];
  return error(status, problem.message ?? message, { error_type, ...details(status) }, headers(status));
}

/** No upstream that the request allows can answer. */
export function noEndpoints(model: string, message: string): ErrorAnswer {
  const availability = {
    code: "constraint_filtered",
    retryable: false,
    requested_models: [model],
    docs_url: "https://openrouter.ai/docs/provider-routing",
  };
  const metadata = { error_type: "not_found" };
  return { status: 404, body: { error: { code: 404, message, metadata, availability } } };
}

function unknownModel(model: string): ErrorAnswer {
  const { status, body } = error(400, `${model} is not a valid model ID`, undefined);
  return { status, body: { ...body, user_id: "user_demo" } };
}

function overflowText(problem: Extract<Problem, { kind: "context-overflow" }>): string {
  const { window, promptTokens, outputTokens } = problem;
  return (
    `This endpoint's maximum context length is ${window} tokens. However, you requested about ` +
    `${promptTokens + outputTokens} tokens (${promptTokens} of text input, ${outputTokens} in the output). ` +
    `Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`
  );
}

function details(status: number): Record<string, unknown> {
  if (status < 500) return {};
  const raw = JSON.stringify({ error: { message: "upstream failed", type: "upstream_error" } });
  return { ...provider, provider_code: String(status), raw };
}

function headers(status: number): Record<string, string> {
  if (status !== 429) return {};
  return {
    "x-ratelimit-limit": "20",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.now() + 60_000),
  };
}

function error(
  code: number,
  message: string,
  metadata: Record<string, unknown> | undefined,
  extra: Record<string, string> = {},
): ErrorAnswer {
  return {
    status: code,
    body: { error: { code, message, ...(metadata && { metadata }) } },
    headers: extra,
  };
}
