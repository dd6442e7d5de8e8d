import { describe, expect, test } from "vitest";
import { ContextWindowError, RequestError } from "../../../provider/errors.js";
import type { SettingSources } from "../../../provider/settings.js";
import { chatAnswer, type StubAnswer, type StubRequest, startStub } from "../../../testing/stub-service.js";
import {
  APIKeyNotFoundError,
  AuthenticationError,
  createProvider,
  CreditsExhaustedError,
  InfrastructureError,
  ModelNotFoundError,
  RateLimitError,
} from "./index.js";
import { retryAtOnce } from "../../../testing/retry-at-once.js";

retryAtOnce();

const key = "sk-serverless-0123456789";
const verbose = {
  data: [
    { id: "org/Base-32B", context_length: 32_768, architecture: { modality: "text->text" } },
    { id: "org/Base-VL", context_length: "65536", architecture: { modality: "text+image->text" } },
    { id: "me/Base-32B-tuned", context_length: 32_768 },
    { id: "org/Unmeasured" },
  ],
};
const plain = { object: "list", data: verbose.data.map(({ id }) => ({ id, object: "model" })) };

const service = (request: StubRequest): StubAnswer => {
  if (request.headers.authorization !== `Bearer ${key}`) return { status: 401, body: { detail: "no key" } };
  if (request.path === "/v1/models") return { body: request.query === "?verbose=true" ? verbose : plain };
  return { body: chatAnswer("hello") };
};

async function ready(url: string, config: object = {}, sources: SettingSources = {}) {
  const provider = createProvider();
  await provider.initialize(
    { base_url: url, ...config },
    { env: { FW_SERVERLESS_API_KEY: key }, ...sources },
  );
  return provider;
}

const picture = {
  role: "user" as const,
  content: [{ type: "image_url" as const, image_url: { url: "data:image/png;base64,AA==" } }],
};

describe("the key", () => {
  test.each([
    [
      "api_key knob",
      { api_key: key },
      { FW_SERVERLESS_API_KEY: "other", NEBIUS_API_KEY: "other" },
      undefined,
    ],
    ["FW_SERVERLESS_API_KEY", {}, { FW_SERVERLESS_API_KEY: key, NEBIUS_API_KEY: "other" }, "other"],
    ["the vendor's variable", {}, { FW_SERVERLESS_API_KEY: " ", NEBIUS_API_KEY: key }, "other"],
    ["the store", {}, {}, key],
    ["a variable with a line end", {}, { NEBIUS_API_KEY: `${key}\n` }, undefined],
  ])("comes from %s", async (_, config, env, stored) => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url, config, {
      env,
      stored: async () => (stored === undefined ? undefined : { value: stored, origin: "file" }),
    });
    expect(await provider.listModels("org/Base")).toEqual(["org/Base-32B", "org/Base-VL"]);
  });

  test("is missing: every place that was looked at is named, and nothing is sent", async () => {
    await using stub = await startStub(service);
    const attempt = ready(stub.url, {}, { env: {} });
    await expect(attempt).rejects.toThrow(APIKeyNotFoundError);
    await expect(attempt).rejects.toThrow(
      /api_key in the profile, FW_SERVERLESS_API_KEY, NEBIUS_API_KEY, the stored keys.*serverless-auth/,
    );
    expect(stub.requests).toEqual([]);
  });

  test("that cannot be sent is refused without being repeated", async () => {
    const attempt = ready("http://127.0.0.1:9", { api_key: "clé secrète" });
    await expect(attempt).rejects.toThrow("api_key: is empty or has characters");
    await expect(attempt).rejects.not.toThrow("secrète");
  });
});

describe("the catalog", () => {
  test("tells windows and modalities, fine-tunes included", async () => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url);
    expect(await provider.describeModels()).toEqual([
      {
        id: "org/Base-32B",
        context_length: 32_768,
        context_source: "catalog",
        input_modalities: ["text"],
        output_modalities: ["text"],
      },
      {
        id: "org/Base-VL",
        context_length: 65_536,
        context_source: "catalog",
        input_modalities: ["text", "image"],
        output_modalities: ["text"],
      },
      { id: "me/Base-32B-tuned", context_length: 32_768, context_source: "catalog" },
      { id: "org/Unmeasured" },
    ]);
    await provider.connect("me/Base-32B-tuned");
    expect(provider.getContextLimit()).toBe(32_768);
  });

  test.each([400, 404, 422])("falls back to the plain list on %i", async (status) => {
    await using stub = await startStub((request) =>
      request.query === "?verbose=true" ? { status } : service(request),
    );
    const provider = await ready(stub.url, { context_length: 4096 });
    await provider.connect("org/Base-32B");
    expect(provider.contextWindow).toMatchObject({ tokens: 4096, source: "profile" });
  });

  test("falls back to the plain list when the verbose answer is no list", async () => {
    await using stub = await startStub((request) =>
      request.query === "?verbose=true" ? { body: "<html></html>" } : service(request),
    );
    expect(await (await ready(stub.url)).listModels()).toHaveLength(4);
  });

  test("that is no list at all is an error about the address", async () => {
    await using stub = await startStub(() => ({ body: { hello: 1 } }));
    await expect((await ready(stub.url)).listModels()).rejects.toThrow(/did not answer with a model list/);
  });

  test("drops names that a terminal would act on", async () => {
    await using stub = await startStub(() => ({ body: { data: [{ id: "a\u001B[2Jb" }, { id: "good" }] } }));
    expect(await (await ready(stub.url)).listModels()).toEqual(["good"]);
  });

  test.each([
    [401, AuthenticationError],
    [402, CreditsExhaustedError],
    [403, AuthenticationError],
    [429, RateLimitError],
    [503, InfrastructureError],
  ])("answering %i raises %o", async (status, kind) => {
    await using stub = await startStub(() => ({ status, body: { error: { message: `not with ${key}` } } }));
    const attempt = (await ready(stub.url)).connect("org/Base-32B");
    await expect(attempt).rejects.toThrow(kind);
    await expect(attempt).rejects.not.toThrow(key);
  });
});

describe("the window", () => {
  test("of the catalog is not widened by the knob, which is remembered", async () => {
    await using stub = await startStub(service);
    const provider = await ready(
      stub.url,
      { context_length: 100_000 },
      { env: { FW_SERVERLESS_API_KEY: key, FW_SERVERLESS_CONTEXT_LENGTH: "200000" } },
    );
    await provider.connect("org/Base-32B");
    expect(provider.contextWindow).toMatchObject({
      tokens: 32_768,
      source: "catalog",
      rejected: [
        { tokens: 100_000, source: "profile" },
        { tokens: 200_000, source: "env" },
      ],
    });
  });

  test.each([
    ["the knob", { context_length: 1000 }, {}, 1000],
    ["the variable", {}, { FW_SERVERLESS_CONTEXT_LENGTH: "2000" }, 2000],
  ])("of a model that the catalog lacks comes from %s", async (_, config, env, tokens) => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url, config, { env: { FW_SERVERLESS_API_KEY: key, ...env } });
    await provider.connect("org/Hidden");
    expect(provider.getContextLimit()).toBe(tokens);
  });

  test("is never guessed", async () => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url);
    await expect(provider.connect("org/Unmeasured")).rejects.toThrow(ContextWindowError);
    const unknown = provider.connect("org/Base-32");
    await expect(unknown).rejects.toThrow(ModelNotFoundError);
    await expect(unknown).rejects.toThrow('did you mean "org/Base-32B"?');
  });
});

describe("modalities", () => {
  test.each([
    ["text alone refuses a picture before it is sent", "org/Base-32B", {}, false],
    ["image takes it", "org/Base-VL", {}, true],
    ["the catalog wins over the knob", "org/Base-32B", { modalities: ["text", "image"] }, false],
    ["the knob counts where the catalog is silent", "me/Base-32B-tuned", { modalities: ["text"] }, false],
    ["nothing known, nothing refused", "me/Base-32B-tuned", {}, true],
  ])("%s", async (_, model, config, taken) => {
    await using stub = await startStub(service);
    const provider = await ready(stub.url, config);
    await provider.connect(model);
    const turn = provider.complete([picture]);
    if (taken) expect((await turn).text).toBe("hello");
    else {
      await expect(turn).rejects.toThrow(RequestError);
      expect(stub.requests.some(({ method }) => method === "POST")).toBe(false);
    }
  });
});

test("chat goes below the base address with the key", async () => {
  await using stub = await startStub(service);
  const provider = await ready(stub.url);
  await provider.connect("org/Base-32B");
  expect((await provider.complete([{ role: "user", content: "Hi" }])).text).toBe("hello");
  expect(stub.requests.at(-1)).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
  expect(provider.endpoints.map(String)).toEqual([`${stub.url}/chat/completions`]);
});

test("FW_SERVERLESS_BASE_URL and FW_SERVERLESS_MODEL", async () => {
  await using stub = await startStub(service);
  const provider = createProvider();
  await provider.initialize(
    {},
    { env: { NEBIUS_API_KEY: key, FW_SERVERLESS_BASE_URL: stub.url, FW_SERVERLESS_MODEL: "org/Base-VL" } },
  );
  await provider.connect();
  expect(provider.model).toBe("org/Base-VL");
});

describe("checking the key", () => {
  const check = async (answer: (request: StubRequest) => StubAnswer, apiKey = key) => {
    await using stub = await startStub(answer);
    const provider = await ready(stub.url, { api_key: apiKey });
    return { proof: await provider.checkCredential?.(), requests: stub.requests };
  };

  test("costs nothing where the catalog is guarded", async () => {
    const { proof, requests } = await check(service);
    expect(proof).toContain("GET /v1/models");
    expect(requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test("refuses a wrong one", async () => {
    await expect(check(service, "sk-wrong-0123456789")).rejects.toThrow(AuthenticationError);
  });

  const openCatalog = (request: StubRequest) =>
    request.method === "GET" ? { body: plain } : service(request);

  test("takes a chat of one token where the catalog is open to everybody", async () => {
    const { proof, requests } = await check(openCatalog);
    expect(proof).toContain("POST /v1/chat/completions");
    expect(requests.at(-1)?.body).toMatchObject({ model: "org/Base-32B", max_tokens: 1 });
    await expect(check(openCatalog, "sk-wrong-0123456789")).rejects.toThrow(AuthenticationError);
  });

  test("passes over models that take no chat", async () => {
    const { requests } = await check((request) =>
      request.method === "POST" && (request.body as { model: string }).model === "org/Base-32B"
        ? { status: 400, body: { error: "an embedding model" } }
        : openCatalog(request),
    );
    expect(requests.at(-1)?.body).toMatchObject({ model: "org/Base-VL" });
  });

  test("says when nothing could be tried", async () => {
    const attempt = check(() => ({ status: 404 }));
    await expect(attempt).rejects.toThrow(InfrastructureError);
    await expect(attempt).rejects.toThrow("could not be tried");
  });

  test.each([
    [402, CreditsExhaustedError],
    [429, RateLimitError],
    [500, InfrastructureError],
  ])("does not take %i for an answer", async (status, kind) => {
    await expect(check(() => ({ status }))).rejects.toThrow(kind);
  });
});
