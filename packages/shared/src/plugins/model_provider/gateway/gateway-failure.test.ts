import { startBackend } from "@framework/backends";
import { afterEach, describe, expect, it } from "vitest";
import { FrameworkError } from "../../../provider/errors.js";
import { type StubAnswer, startStub } from "../../../testing/stub-service.js";
import { createProvider } from "./index.js";

const key = "sk-or-marked-key-123456";
const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of running.splice(0)) await item.close();
});

async function connected(url: string, config: Record<string, unknown> = {}) {
  const provider = createProvider();
  running.push(provider);
  await provider.initialize({ api_key: key, framework_overrides: { base_url: url }, ...config }, { env: {} });
  await provider.connect("demo/model");
  return provider;
}

async function failureOf(run: Promise<unknown>): Promise<FrameworkError> {
  const error: unknown = await run.then(
    () => expect.fail("finished as if nothing had happened"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FrameworkError)) throw error;
  return error;
}

const catalog = { data: [{ id: "demo/model", context_length: 1000 }] };

/** What the provider makes of one answer to a chat request. */
async function failureAfter(answer: StubAnswer, config?: Record<string, unknown>): Promise<FrameworkError> {
  const server = await startStub(({ line: request }) =>
    request === "GET /models" ? { body: catalog } : answer,
  );
  running.push(server);
  const provider = await connected(server.origin, config);
  const turn = provider.complete([{ role: "user", content: "hi" }], undefined, { retries: 0 });
  return failureOf(turn);
}

const stream = (...events: unknown[]): StubAnswer => ({
  headers: { "content-type": "text/event-stream" },
  body: events
    .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
    .join(""),
});
const word = { choices: [{ delta: { content: "one" } }] };
const error = (code: unknown, message: string, more: object = {}) => ({ error: { code, message, ...more } });

describe("an error status", () => {
  it.each([
    [401, error(401, "User not found."), "AuthenticationError", false],
    [402, error(402, "Insufficient credits"), "CreditsExhaustedError", false],
    [403, error(403, "Key limit exceeded"), "AuthenticationError", false],
    [403, error(403, "x", { metadata: { flagged_input: "bad" } }), "PermissionDeniedError", false],
    [403, error(403, "Blocked by a guardrail"), "PermissionDeniedError", false],
    [403, error(403, "x", { availability: { code: "region_restricted" } }), "PermissionDeniedError", false],
    [
      403,
      error(403, "x", { metadata: { error_type: "content_policy_violation" } }),
      "PermissionDeniedError",
      false,
    ],
    [404, error(404, "x", { availability: { code: "model_not_found" } }), "ModelNotFoundError", false],
    [404, error(404, "No endpoints found for demo/model."), "ModelNotFoundError", false],
    [400, error(400, "demo/x is not a valid model ID"), "ModelNotFoundError", false],
    [
      400,
      error(400, "x", { metadata: { error_type: "context_length_exceeded" } }),
      "ContextLimitError",
      false,
    ],
    [400, error(400, "Invalid parameters"), "RequestError", false],
    [408, error(408, "timed out"), "InfrastructureError", true],
    [410, error(410, "gone"), "ServiceRetiredError", false],
    [429, error(429, "slow down"), "RateLimitError", true],
    [502, error(502, "Provider returned error"), "InfrastructureError", true],
    [529, error(529, "overloaded"), "InfrastructureError", true],
  ])("%s %j is %s", async (status, body, name, retryable) => {
    expect(await failureAfter({ status, body })).toMatchObject({ name, retryable, status });
  });

  it("after which routing left nobody is no missing model", async () => {
    const body = error(404, "No allowed providers are available for the selected model.");
    expect(await failureAfter({ status: 404, body })).toMatchObject({
      name: "RequestError",
      message: expect.stringContaining("loosen `routing`"),
    });
    const filtered = error(404, "x", { availability: { code: "constraint_filtered" } });
    expect(await failureAfter({ status: 404, body: filtered })).toMatchObject({ name: "RequestError" });
  });

  it("carries what the vendor said, the generation and no secret", async () => {
    const metadata = {
      provider_name: "Acme",
      raw: JSON.stringify({ error: { message: `key ${key} is too hot` } }),
    };
    const { message } = await failureAfter({
      status: 502,
      headers: { "x-generation-id": "gen-77" },
      body: error(502, "Provider returned error", { metadata }),
    });
    expect(message).toMatch(/Acme: key sk-o…3456 is too hot/);
    expect(message).toContain("generation gen-77");
  });

  it("does not repeat a secret of the extra headers", async () => {
    const body = error(400, "header x-vendor-key=vendor-secret-value is bad");
    const config = { extra_headers: { "x-vendor-key": "vendor-secret-value" } };
    expect((await failureAfter({ status: 400, body }, config)).message).not.toContain("vendor-secret-value");
  });
});

describe("how long to wait", () => {
  it.each([
    ["Retry-After in seconds", { "retry-after": "7" }, {}],
    ["retry-after-ms", { "retry-after-ms": "7000" }, {}],
    ["the vendor's headers in the body", {}, { metadata: { headers: { "Retry-After": "7" } } }],
  ])("is read from %s", async (_place, headers, more) => {
    const failure = await failureAfter({ status: 429, headers, body: error(429, "slow down", more) });
    expect(failure.retryAfter).toBe(7);
    expect(failure.message).toContain("wait 7 s");
  });

  it("is read from an HTTP date", async () => {
    const at = new Date(Date.now() + 60_000).toUTCString();
    const failure = await failureAfter({
      status: 429,
      headers: { "retry-after": at },
      body: error(429, "x"),
    });
    expect(failure.retryAfter).toBeGreaterThan(0);
    expect(failure.retryAfter).toBeLessThanOrEqual(60);
  });

  it("makes exhausted credits worth another try", async () => {
    const answer = { status: 402, headers: { "retry-after": "3" }, body: error(402, "limit resets soon") };
    expect(await failureAfter(answer)).toMatchObject({ name: "CreditsExhaustedError", retryable: true });
  });
});

describe("an error disguised as success", () => {
  it.each([
    [error(401, "User not found."), "AuthenticationError"],
    [error(402, "Insufficient credits"), "CreditsExhaustedError"],
    [error("429", "slow down"), "RateLimitError"],
    [error(502, "Provider returned error"), "InfrastructureError"],
    [{ choices: [{ error: { code: 503, message: "busy" }, finish_reason: "error" }] }, "InfrastructureError"],
  ])("in one piece: %j", async (body, name) => {
    expect((await failureAfter({ body })).name).toBe(name);
  });

  it("as the first event of a stream is what it says it is", async () => {
    const limited = error(429, "slow down", { metadata: { headers: { "Retry-After": "9" } } });
    expect(await failureAfter(stream(limited, "[DONE]"))).toMatchObject({
      name: "RateLimitError",
      retryAfter: 9,
    });
  });

  it.each([
    [
      "a top-level error",
      stream(word, { ...error(502, "gone"), choices: [{ delta: {}, finish_reason: "error" }] }),
    ],
    ["a top-level error with [DONE]", stream(word, error("server_error", "gone"), "[DONE]")],
    ["a bare finish reason", stream(word, { choices: [{ delta: {}, finish_reason: "error" }] }, "[DONE]")],
    ["a quiet end", stream(word)],
  ])("after the first word (%s) is a broken stream with its text", async (_kind, answer) => {
    const failure = await failureAfter({
      ...answer,
      headers: { ...answer.headers, "x-generation-id": "gen-9" },
    });
    expect(failure).toMatchObject({
      name: "InfrastructureError",
      code: "mid-stream",
      retryable: true,
      partialText: "one",
      message: expect.stringContaining("generation gen-9"),
    });
  });
});

describe("the catalog", () => {
  it("shows no name that a terminal would act on", async () => {
    const data = [{ id: "evil/\u001b[2J" }, { id: "" }, { id: 7 }, ...catalog.data];
    const server = await startStub(() => ({ body: { data } }));
    running.push(server);
    expect(await (await connected(server.origin)).listModels()).toEqual(["demo/model"]);
  });

  it("is read page by page, on the same host only", async () => {
    const entry = (id: string) => ({ id, context_length: 1000 });
    const server = await startStub(({ line: request }) => {
      if (request === "GET /models")
        return { body: { data: [entry("a/1")], links: { next: "/models?page=2" } } };
      return { body: { data: [entry("demo/model")], links: { next: "http://127.0.0.1:9/models?page=3" } } };
    });
    running.push(server);
    const provider = await connected(server.origin);
    expect(await provider.listModels()).toEqual(["a/1", "demo/model"]);
    expect(server.requests.map(({ line }) => line)).toEqual(["GET /models", "GET /models?page=2"]);
  });

  it("that is none is told with the address", async () => {
    const server = await startStub(() => ({ body: { hello: "world" } }));
    running.push(server);
    const failure = await failureOf(connected(server.origin));
    expect(failure).toMatchObject({ name: "InfrastructureError", retryable: false });
    expect(failure.message).toContain(`${server.origin}/models`);
  });

  it("without a list of endpoints stands as it is", async () => {
    const entry = { id: "demo/model", context_length: 1000, top_provider: { context_length: 500 } };
    const server = await startStub(({ line: request }) =>
      request === "GET /models" ? { body: { data: [entry] } } : undefined,
    );
    running.push(server);
    expect((await connected(server.origin)).getContextLimit()).toBe(1000);
    expect(server.requests.map(({ line }) => line)).toContain("GET /models/demo/model/endpoints");
  });
});

it("a wait longer than the deadline fails at once with the hint", async () => {
  const backend = await startBackend("gateway", { fault: { name: "429", retryAfter: 30 } });
  running.push(backend);
  const provider = await connected(backend.url);
  const turn = provider.complete([{ role: "user", content: "hi" }], undefined, { deadlineMs: 5000 });
  const failure = await failureOf(turn);
  expect(failure).toMatchObject({ name: "RateLimitError", retryAfter: 30 });
  expect(failure.message).toContain("deadline");
});
