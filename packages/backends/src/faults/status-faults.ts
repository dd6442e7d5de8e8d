/** Faults that are an HTTP status. */
import { refuse } from "../refusals/refuse.js";
import { asRecord, isRecord } from "../json.js";
import type { FaultDefinition, FaultScene } from "./definition.js";

const RETRY_AFTER_DEFAULT = 1;

/** Faults that are an HTTP status with a body in the backend's own words. */
export const statusFaults = {
  "400": status(400, "The request is called invalid."),
  "401": status(401, "The key is rejected."),
  "402": status(402, "The credits are used up."),
  "403": status(403, "Access is denied."),
  "404": status(404, "Nothing is found at this address."),
  "408": status(408, "The request timed out upstream."),
  "409": status(409, "The request met another one."),
  "410": status(410, "The service is retired."),
  "413": status(413, "The request is too large."),
  "421": status(421, "The request came to the wrong server."),
  "422": status(422, "The request cannot be processed."),
  "425": status(425, "The request came too early."),
  "429": limited("Too many requests, with `Retry-After` in seconds. Reads `retryAfter` (1).", (seconds) => ({
    "retry-after": String(seconds),
  })),
  "429-date": limited(
    "Too many requests, with `Retry-After` as an HTTP date. Reads `retryAfter` (1).",
    (seconds) => ({
      "retry-after": new Date(Date.now() + seconds * 1000).toUTCString(),
    }),
  ),
  "429-ms": limited("Too many requests, with `retry-after-ms`. Reads `retryAfter` (1).", (seconds) => ({
    "retry-after-ms": String(seconds * 1000),
  })),
  "429-twice": limited(
    "Too many requests, with `Retry-After` given twice. Reads `retryAfter` (1).",
    (seconds) => ({
      "retry-after": `${seconds}, ${seconds}`,
    }),
  ),
  "429-reset": counted(
    "Too many requests, with the time of the reset in seconds since 1970. Reads `retryAfter` (1).",
    (seconds) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Date.now() / 1000 + seconds) }),
  ),
  "429-reset-span": counted(
    "Too many requests, with the resets of two limits as spans, one of which is used up. Reads `retryAfter` (1).",
    (seconds) => ({
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": `${seconds}s`,
      "x-ratelimit-remaining-tokens": "5000",
      "x-ratelimit-reset-tokens": "6m0s",
    }),
  ),
  "429-spoken": {
    description: "Too many requests, with the wait in words only. Reads `retryAfter` (1).",
    acts: "answer",
    respond: (scene) => {
      const { retryAfter = RETRY_AFTER_DEFAULT } = scene.options;
      const message = `Rate limit reached. Please try again in 0m${retryAfter}s.`;
      answerStatus({ ...scene, options: { ...scene.options, message } }, 429, {});
    },
  },
  quota: {
    description: "429 although the account is used up: no wait will help.",
    acts: "answer",
    respond: ({ exchange }) =>
      exchange.json(429, {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota",
          param: null,
          code: "insufficient_quota",
        },
      }),
  },
  "429-nonsense": limited("Too many requests, with a `Retry-After` that means nothing.", () => ({
    "retry-after": "soon",
  })),
  "429-no-hint": limited("Too many requests, with no word on when to come back.", () => ({})),
  "429-metadata": {
    description:
      "Too many requests, with the hint inside the body's `error.metadata.headers`. Reads `retryAfter` (1). Reads `message`.",
    acts: "answer",
    respond: ({ exchange, options, words }) => {
      const answer = words.answer({ kind: "status", status: 429, message: options.message });
      exchange.json(answer.status, withMetadata(answer.body, options.retryAfter));
    },
  },
  "500": status(500, "The server failed."),
  "501": status(501, "The server cannot do this."),
  "502": status(502, "The upstream failed."),
  "503": status(503, "The server is not available."),
  "524": status(524, "The upstream timed out behind a proxy."),
  "529": status(529, "The upstream is overloaded."),
  "context-overflow": {
    description: "The prompt is called too long, in the backend's own words.",
    acts: "answer",
    respond: ({ exchange, words }) =>
      refuse(exchange, words, {
        kind: "context-overflow",
        window: 4096,
        promptTokens: 5000,
        outputTokens: 256,
      }),
  },
  "model-not-found": {
    description: "The model is called unknown, in the backend's own words.",
    acts: "answer",
    respond: ({ exchange, words }) =>
      refuse(exchange, words, { kind: "model-not-found", model: askedModel(exchange.request.body) }),
  },
} as const satisfies Record<string, FaultDefinition>;

export function status(code: number, description: string): FaultDefinition {
  return {
    description: `${description} Reads \`message\` and \`retryAfter\` (no hint).`,
    acts: "answer",
    respond: (scene) =>
      answerStatus(
        scene,
        code,
        scene.options.retryAfter === undefined ? {} : { "retry-after": String(scene.options.retryAfter) },
      ),
  };
}

export function limited(
  description: string,
  hint: (seconds: number) => Record<string, string>,
): FaultDefinition {
  return {
    description: `${description} Reads \`message\`.`,
    acts: "answer",
    respond: (scene) => answerStatus(scene, 429, hint(scene.options.retryAfter ?? RETRY_AFTER_DEFAULT)),
  };
}

/** The hint stands in the headers of the limits, and nothing else speaks of it. */
function counted(description: string, hint: (seconds: number) => Record<string, string>): FaultDefinition {
  return {
    description,
    acts: "answer",
    respond: ({ exchange, options, words }) => {
      const { body } = words.answer({ kind: "status", status: 429, message: "Too many requests." });
      exchange.json(429, body, hint(options.retryAfter ?? RETRY_AFTER_DEFAULT));
    },
  };
}

function answerStatus(
  { exchange, options, words }: FaultScene,
  code: number,
  headers: Record<string, string>,
): void {
  const answer = words.answer({ kind: "status", status: code, message: options.message });
  exchange.json(answer.status, answer.body, { ...answer.headers, ...headers });
}

function withMetadata(
  body: Readonly<Record<string, unknown>>,
  seconds = RETRY_AFTER_DEFAULT,
): Record<string, unknown> {
  const fields = isRecord(body["error"]) ? body["error"] : { message: body["error"] };
  const headers = {
    "Retry-After": String(seconds),
    "X-RateLimit-Reset": String(Date.now() + seconds * 1000),
  };
  const metadata = { ...asRecord(fields["metadata"]), headers };
  return { ...body, error: { ...fields, metadata } };
}

function askedModel(body: unknown): string {
  const { model } = asRecord(body);
  return typeof model === "string" ? model : "unknown";
}
