import { describe, expect, it } from "vitest";
import { BrokenAnswerError } from "./broken-answer.js";
import { type FailureContext, failureOfAnswer, failureOfStatus, failureOfTransport } from "./failure.js";
import { readRetryAfter } from "./retry-after.js";
import { readErrorBody } from "./server-message.js";
import { TransportError } from "../http/transport-error.js";
import { sharedErrors } from "./error-map.js";

const context: FailureContext = {
  server: "The server at http://x",
  errors: sharedErrors,
  advice: { authentication: "Check the token." },
  secrets: ["sk-0123456789abcdef"],
};
const status = (code: number, body: unknown = {}, headers = {}) =>
  failureOfStatus(
    { status: code, headers, text: typeof body === "string" ? body : JSON.stringify(body) },
    context,
  );

describe("what servers say", () => {
  it.each([
    ["an error object", { error: { message: "bad thing", type: "T", code: 7 } }, "bad thing"],
    ["an error text", { error: "Unauthorized" }, "Unauthorized"],
    ["a detail text", { detail: "Unknown model: x" }, "Unknown model: x"],
    [
      "a list of details",
      { detail: [{ msg: "field required" }, { msg: "too long" }] },
      "field required; too long",
    ],
    ["a bare message", { message: "nope" }, "nope"],
    ["nothing useful", {}, ""],
  ])("is read from %s", (_name, body, text) => {
    expect(readErrorBody(JSON.stringify(body)).text).toBe(text);
  });

  it("names an HTML page instead of printing it", () => {
    expect(readErrorBody("<html><title>502 Bad Gateway</title><body>…</body></html>").text).toBe(
      'an HTML page titled "502 Bad Gateway" instead of an API answer',
    );
  });

  it("cannot reach the terminal or flood it", () => {
    const { text } = readErrorBody(`\u001b]0;owned\u0007\u202Eevil\u009b31m ${"x".repeat(5000)}`);
    expect(text).not.toMatch(/[\u001b\u0007\u202e\u009b]/);
    expect(text.length).toBeLessThan(700);
  });
});

describe("the class of a failure", () => {
  it.each([
    [400, {}, "RequestError", false],
    [
      400,
      {
        error: { message: "This model's maximum context length is 4096 tokens. However, you requested 9000" },
      },
      "ContextLimitError",
      false,
    ],
    [400, { error: { message: "x", type: "context_length_exceeded" } }, "ContextLimitError", false],
    [401, { error: "Unauthorized" }, "AuthenticationError", false],
    [402, {}, "CreditsExhaustedError", false],
    [403, {}, "AuthenticationError", false],
    [403, { error: { message: "Your input was flagged by moderation" } }, "PermissionDeniedError", false],
    [403, { error: { message: "Not available in your region" } }, "PermissionDeniedError", false],
    [404, { error: { message: "The model `x` does not exist." } }, "ModelNotFoundError", false],
    [404, { detail: "Not Found" }, "RequestError", false],
    [408, {}, "InfrastructureError", true],
    [410, {}, "ServiceRetiredError", false],
    [429, {}, "RateLimitError", true],
    [500, {}, "InfrastructureError", true],
    [529, {}, "InfrastructureError", true],
  ])("of %i %j is %s", (code, body, name, retryable) => {
    const error = status(code, body);
    expect(error.name).toBe(name);
    expect(error.retryable).toBe(retryable);
    expect(error.status).toBe(code);
  });

  it("is decided by the provider where it knows better", () => {
    const own = failureOfStatus(
      { status: 503, headers: {}, text: "" },
      {
        ...context,
        classify: ({ status: code }) => (code === 503 ? "connection" : undefined),
      },
    );
    expect(own.name).toBe("ConnectionError");
  });

  it("makes a lack of credits retryable only when the server says when", () => {
    expect(status(402, {}, { "retry-after": "30" }).retryable).toBe(true);
  });

  it("depends on where it happened", () => {
    const reset = (phase: "connect" | "response" | "body") =>
      failureOfTransport(
        new TransportError(phase, "reset", "gone"),
        context,
        phase === "body" ? "so far" : undefined,
      );
    expect(reset("connect").code).toBe("connection");
    expect(reset("response").code).toBe("connection");
    expect(reset("body")).toMatchObject({ code: "mid-stream", partialText: "so far", retryable: true });
  });

  it("of an in-band client fault is not retryable", () => {
    const inBand = (code: number) =>
      failureOfAnswer(new BrokenAnswerError("reported", { message: "m", code }), context, "");
    expect(inBand(400).retryable).toBe(false);
    expect(inBand(500).retryable).toBe(true);
    expect(inBand(429).retryable).toBe(true);
  });
});

describe("messages", () => {
  it("say what was asked, what came, and what to do, without the secret", () => {
    const { message } = status(401, { error: "bad key sk-0123456789abcdef" });
    expect(message).toBe("The server at http://x answered 401: bad key sk-0…cdef. Check the token.");
  });

  it("repeat the server's hint", () => {
    expect(status(429, {}, { "retry-after": "7" }).message).toContain("asks to wait 7 s.");
    expect(status(429, {}, { "retry-after": "5400" }).message).toContain("asks to wait 90 min.");
    expect(status(429, {}, { "retry-after": "18000" }).message).toContain("asks to wait 5 h.");
    // Longer than a life; the number of its seconds would say nothing.
    const endless = status(429, {}, { "retry-after": "99999999999999999999" });
    expect(endless.message).toContain("asks to wait more than a day.");
  });
});

describe("hints when to come back", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const none = readErrorBody("{}");
  it.each([
    [{ "retry-after": "2.5" }, 2.5],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:30 GMT" }, 0],
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 1.5],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("%j means %s", (headers, seconds) => {
    expect(readRetryAfter(headers, none, now)).toBe(seconds);
  });

  it("are found among the headers that a body hands on", () => {
    const body = (headers: Record<string, unknown>) => ({ ...none, headers });
    expect(readRetryAfter({}, body({ "Retry-After": "12" }), now)).toBe(12);
    expect(readRetryAfter({}, body({ "X-RateLimit-Reset": String(now + 5000) }), now)).toBe(5);
  });
});
