/** The errors that `gateway`, `serverless` and `eucloud` have alike, each in a module of its own. */
import { expect } from "vitest";
import { breaksOff } from "./service.js";
import { failureOf, sentences, type Stage, user } from "./setups.js";

/** The error that the chat's answer becomes. */
async function refusal(stage: Stage, status: number, headers: Record<string, string> = {}) {
  stage.answer({ [stage.setup.chat]: { status, json: { error: { message: "no" } }, headers } });
  const client = await stage.connect();
  return failureOf(client.complete(user("Hi"), undefined, { retries: 0 }));
}

export function hostedErrors(stage: Stage, variable: string): void {
  sentences({
    "APIKeyNotFoundError: no key in env or stored credentials": async () => {
      const error = await failureOf(stage.connect({ api_key: undefined }));
      expect(error).toMatchObject({
        name: "APIKeyNotFoundError",
        message: expect.stringContaining(variable),
      });
    },
    "AuthenticationError: key rejected (401/403)": async () => {
      for (const status of [401, 403])
        expect(await refusal(stage, status)).toMatchObject({ name: "AuthenticationError" });
    },
    "RateLimitError: 429; has optional retry_after seconds": async () => {
      const error = await refusal(stage, 429, { "retry-after": "3" });
      expect(error).toMatchObject({ name: "RateLimitError" });
      expect(error["retryAfter"] ?? error["retry_after"]).toBe(3);
    },
    "ModelNotFoundError: model not in the catalog": async () => {
      expect(await failureOf(stage.connect({}, { model: "nope/nope" }))).toMatchObject({
        name: "ModelNotFoundError",
      });
    },
    "InfrastructureError: upstream 5xx or connection failure; retryable": async () => {
      expect(await refusal(stage, 503)).toMatchObject({ name: "InfrastructureError", retryable: true });
      expect(await failureOf(stage.connect({ base_url: "http://127.0.0.1:9/v1" }))).toMatchObject({
        name: "InfrastructureError",
      });
    },
    "a stream that breaks off is an InfrastructureError": async () => {
      stage.answer({ [stage.setup.chat]: breaksOff("Half") });
      const client = await stage.connect();
      expect(await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }))).toMatchObject({
        name: "InfrastructureError",
      });
    },
  });
}
