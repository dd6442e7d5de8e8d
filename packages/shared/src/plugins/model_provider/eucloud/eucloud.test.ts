import { describe, expect, test } from "vitest";
import { ContextWindowError, RequestError } from "../../../provider/errors.js";
import type { SettingSources } from "../../../provider/settings.js";
import { chatAnswer, type StubAnswer, type StubRequest, startStub } from "../../../testing/stub-service.js";
import {
  APIKeyNotFoundError,
  AuthenticationError,
  createProvider,
  ModelNotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from "./index.js";
import { isVirtualModel } from "./virtual-model.js";

const key = "eu-key-0123456789abcdef";
const catalog = {
  data: [
    { id: "Qwen3-32B", context_length: 32_768 },
    { id: "Mistral-Nemo", max_model_len: 65_536 },
    { id: "Llama-70B", max_context_length: 131_072 },
    { id: "All-Three", context_length: 1, max_model_len: 2, max_context_length: 3 },
    { id: "Second-Of-Three", context_length: null, max_model_len: "2000" },
  ],
};
const service = ({ path }: StubRequest): StubAnswer =>
  path === "/v1/models" ? { body: catalog } : { body: chatAnswer("hello") };

async function ready(url: string, config: object = {}, sources: SettingSources = {}) {
  const provider = createProvider();
  await provider.initialize({ base_url: url, ...config }, { env: { FW_EUCLOUD_API_KEY: key }, ...sources });
  return provider;
}
const sent = (requests: readonly StubRequest[]) => requests.map(({ headers }) => headers.authorization);

describe("the key", () => {
  test.each([
    [{ FW_EUCLOUD_API_KEY: key, EU_AI_ENDPOINTS_ACCESS_TOKEN: "b", OVH_AI_ENDPOINTS_ACCESS_TOKEN: "c" }, "d"],
    [{ EU_AI_ENDPOINTS_ACCESS_TOKEN: key, OVH_AI_ENDPOINTS_ACCESS_TOKEN: "c" }, "d"],
    [{ OVH_AI_ENDPOINTS_ACCESS_TOKEN: key }, "d"],
    [{}, key],
  ])("is the first of %j, then the stored one", async (env, stored) => {
    await using stub = await startStub(service);
    const provider = await ready(
      stub.url,
      {},
      { env, stored: async () => ({ value: stored, origin: "file" }) },
    );
    await provider.listModels();
    expect(sent(stub.requests)).toEqual([`Bearer ${key}`]);
  });

  test("that is missing is never replaced by the keyless tier", async () => {
    await using stub = await startStub(service);
    const attempt = ready(stub.url, {}, { env: {} });
    await expect(attempt).rejects.toThrow(APIKeyNotFoundError);
    await expect(attempt).rejects.toThrow("FW_EUCLOUD_ALLOW_ANONYMOUS=true");
    expect(stub.requests).toEqual([]);
  });

  test("that the catalog refuses is left out there, and reported by the chat", async () => {
    await using stub = await startStub((request) =>
      request.headers.authorization === undefined ? service(request) : { status: 401 },
    );
    const provider = await ready(stub.url);
    await provider.connect("Qwen3-32B");
    expect(sent(stub.requests)).toEqual([`Bearer ${key}`, undefined]);
    const turn = provider.complete([{ role: "user", content: "Hi" }], [], { retries: 0 });
    await expect(turn).rejects.toThrow(AuthenticationError);
    await expect(turn).rejects.toThrow(/FW_EUCLOUD_API_KEY.*eucloud-auth/);
    await expect(provider.checkCredential?.()).rejects.toThrow(AuthenticationError);
  });
});

describe("the keyless tier", () => {
  test.each([
    ["the knob", { allow_anonymous: true }, {}],
    ["the variable", {}, { FW_EUCLOUD_ALLOW_ANONYMOUS: "true" }],
  ])("is opened by %s and sends no Authorization header", async (_, config, env) => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url, config, { env });
    await provider.connect("Qwen3-32B");
    await provider.complete([{ role: "user", content: "Hi" }]);
    expect(sent(stub.requests)).toEqual([undefined, undefined]);
  });

  test("is not used when there is a key", async () => {
    await using stub = await startStub(service);
    await (await ready(stub.url, { allow_anonymous: true })).listModels();
    expect(sent(stub.requests)).toEqual([`Bearer ${key}`]);
  });

  test("stays closed when the profile says false, whatever the variable says", async () => {
    const env = { FW_EUCLOUD_ALLOW_ANONYMOUS: "true" };
    const attempt = ready("http://127.0.0.1:9", { allow_anonymous: false }, { env, profileName: "p.yaml" });
    await expect(attempt).rejects.toThrow(APIKeyNotFoundError);
    await expect(attempt).rejects.toThrow("refused by allow_anonymous from p.yaml");
  });

  test("its limit is explained when it is reached", async () => {
    await using stub = await startStub((request) =>
      request.method === "POST" ? { status: 429, headers: { "retry-after": "30" } } : service(request),
    );
    const provider = await ready(stub.url, { allow_anonymous: true }, { env: {} });
    await provider.connect("Qwen3-32B");
    const turn = provider.complete([{ role: "user", content: "Hi" }], [], { retries: 0 });
    await expect(turn).rejects.toThrow(RateLimitError);
    await expect(turn).rejects.toThrow(/2 requests a minute.*eucloud-auth/);
    await expect(turn).rejects.toMatchObject({ retryAfter: 30 });
  });
});

test("with a key the limit message says what the key allows", async () => {
  await using stub = await startStub((request) =>
    request.method === "POST" ? { status: 429 } : service(request),
  );
  const provider = await ready(stub.url);
  await provider.connect("Qwen3-32B");
  const turn = provider.complete([{ role: "user", content: "Hi" }], [], { retries: 0 });
  await expect(turn).rejects.toThrow("400 requests a minute");
});

describe("the window", () => {
  test.each([
    ["Qwen3-32B", 32_768],
    ["Mistral-Nemo", 65_536],
    ["Llama-70B", 131_072],
    ["All-Three", 1],
    ["Second-Of-Three", 2000],
  ])("of %s is read from the catalog", async (model, tokens) => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url, { context_length: 1_000_000 });
    await provider.connect(model);
    expect(provider.contextWindow).toMatchObject({ tokens, source: "catalog" });
  });

  test.each([
    [{ context_length: 7 }, {}, 7],
    [{}, { FW_EUCLOUD_CONTEXT_LENGTH: "8" }, 8],
  ])("of a model that the catalog lacks comes from %j %j", async (config, env, tokens) => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url, config, { env: { FW_EUCLOUD_API_KEY: key, ...env } });
    await provider.connect("Hidden");
    expect(provider.getContextLimit()).toBe(tokens);
  });
});

describe("model names", () => {
  test.each([{}, { context_length: 7 }])("are case-sensitive (%j)", async (config) => {
    await using stub = await startStub(service);
    const attempt = (await ready(stub.url, config)).connect("qwen3-32b");
    await expect(attempt).rejects.toThrow(ModelNotFoundError);
    await expect(attempt).rejects.toThrow('did you mean "Qwen3-32B"?');
  });

  test("that are virtual pass, with the window given", async () => {
    await using stub = await startStub(service);
    const name = "mistral@latest?context_size > 100000";
    const provider = await ready(stub.url, { context_length: 100_000 });
    await provider.connect(name);
    await provider.complete([{ role: "user", content: "Hi" }]);
    expect(stub.requests.at(-1)?.body).toMatchObject({ model: name });
    await expect((await ready(stub.url)).connect(name)).rejects.toThrow(ContextWindowError);
  });

  test.each([
    ["mistral@latest", true],
    ["qwen@cheapest?context_size > 1000", true],
    ["Qwen3-32B", false],
    ["me@home.example", false],
    ["@latest", false],
  ])("%s is virtual: %s", (name, expected) => expect(isVirtualModel(name)).toBe(expected));
});

test("a warning in the head becomes a notice, without what a terminal would act on", async () => {
  const warning = `This model is deprecated and will be redirected to Other\u0007 ${key}`;
  await using stub = await startStub((request) => ({
    ...service(request),
    headers: { "x-warning": warning.replace("\u0007", "\t") },
  }));
  const provider = await ready(stub.url);
  await provider.connect("Qwen3-32B");
  const notices: string[] = [];
  await provider.complete([{ role: "user", content: "Hi" }], [], {
    onOutput: (event) => event.type === "notice" && notices.push(event.text),
  });
  expect(notices).toEqual([
    "The eucloud service warns: This model is deprecated and will be redirected to Other eu-k…cdef",
  ]);
});

test("a body over 2 MB is refused before it is sent; one below is not", async () => {
  await using stub = await startStub(service);
  const provider = await ready(stub.url);
  await provider.connect("Qwen3-32B");
  const ask = (size: number) => provider.complete([{ role: "user", content: "x".repeat(size) }]);
  expect((await ask(2_000_000)).text).toBe("hello");
  const before = stub.requests.length;
  await expect(ask(2_200_000)).rejects.toThrow(RequestError);
  await expect(ask(2_200_000)).rejects.toThrow(/at most 2.0 MB, but the request is 2.1 MB/);
  expect(stub.requests).toHaveLength(before);
});

test("a project without a payment method is told apart from a bad key", async () => {
  await using stub = await startStub((request) =>
    request.method === "POST"
      ? { status: 403, body: { message: "Resource tag 'discovery' is forbidden" } }
      : service(request),
  );
  const provider = await ready(stub.url);
  await provider.connect("Qwen3-32B");
  const turn = provider.complete([{ role: "user", content: "Hi" }], [], { retries: 0 });
  await expect(turn).rejects.toThrow(PermissionDeniedError);
  await expect(turn).rejects.toThrow("payment method");
});

test("FW_EUCLOUD_BASE_URL and FW_EUCLOUD_MODEL", async () => {
  await using stub = await startStub(service);
  const provider = createProvider();
  const env = { FW_EUCLOUD_API_KEY: key, FW_EUCLOUD_BASE_URL: stub.url, FW_EUCLOUD_MODEL: "Llama-70B" };
  await provider.initialize({}, { env });
  await provider.connect();
  expect(provider.model).toBe("Llama-70B");
});

test("a key is checked by a chat, because the catalog is open to everybody", async () => {
  await using stub = await startStub((request) =>
    request.method === "POST" && request.headers.authorization !== `Bearer ${key}`
      ? { status: 403 }
      : service(request),
  );
  expect(await (await ready(stub.url)).checkCredential?.()).toContain("POST");
  const wrong = await ready(stub.url, { api_key: "eu-wrong-0123456789" });
  await expect(wrong.checkCredential?.()).rejects.toThrow(AuthenticationError);
});
