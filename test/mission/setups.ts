/** For each provider the least that its service must answer, and the settings that lead to it. */
import { type Client, type ClientOptions, createClient } from "@framework/shared";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type Asked, type Routes, says, Service } from "./service.js";

export interface Setup {
  name: string;
  model: string;
  window: number;
  chat: string;
  routes: Routes;
  config: (url: string) => Record<string, unknown>;
}

const openList = (entry: object) => ({ json: { object: "list", data: [entry] } });
const hello = () => says("Hello.");

export const setups = {
  localdesk: {
    name: "localdesk",
    model: "m1",
    window: 4096,
    chat: "POST /v1/chat/completions",
    routes: {
      "GET /api/v0/models": openList({ id: "m1", type: "llm", state: "loaded", max_context_length: 8192 }),
      "GET /api/v1/models": {
        json: {
          models: [
            {
              type: "llm",
              key: "m1",
              max_context_length: 8192,
              loaded_instances: [{ id: "m1", config: { context_length: 4096, flash_attention: true } }],
            },
          ],
        },
      },
      "POST /api/v1/models/load": {
        json: { type: "llm", instance_id: "m1", status: "loaded", load_time_seconds: 1 },
      },
      "POST /v1/chat/completions": hello,
    },
    config: (url) => ({ host: url }),
  },
  gpusrv: {
    name: "gpusrv",
    model: "m1",
    window: 4096,
    chat: "POST /v1/chat/completions",
    routes: {
      "GET /v2/health/live": {},
      "POST /v2/repository/index": { json: [{ name: "m1", version: "1", state: "READY" }] },
      "POST /v2/repository/models/m1/load": {},
      "GET /v1/models": openList({ id: "m1", object: "model" }),
      "POST /v1/chat/completions": hello,
    },
    config: (url) => ({ openai_url: url, control_url: url, context_length: 4096 }),
  },
  hubmodels: {
    name: "hubmodels",
    model: "openai/gpt-4o",
    window: 128_000,
    chat: "POST /inference/chat/completions",
    routes: {
      "GET /inference/models": { json: [{ id: "openai/gpt-4o" }, { id: "mistral-ai/mistral-large" }] },
      "POST /inference/chat/completions": hello,
    },
    config: (url) => ({ api_key: "github_pat_test0001", extra: { endpoint: `${url}/inference` } }),
  },
  gateway: {
    name: "gateway",
    model: "vendor/m1",
    window: 8000,
    chat: "POST /api/v1/chat/completions",
    routes: {
      "GET /api/v1/models": openList({ id: "vendor/m1", context_length: 8000 }),
      "GET /api/v1/key": { json: { data: { label: "test", usage: 0 } } },
      "POST /api/v1/chat/completions": hello,
    },
    config: (url) => ({ api_key: "sk-test-0001", framework_overrides: { base_url: `${url}/api/v1` } }),
  },
  serverless: {
    name: "serverless",
    model: "open/m1",
    window: 8000,
    chat: "POST /v1/chat/completions",
    routes: {
      "GET /v1/models": openList({
        id: "open/m1",
        context_length: 8000,
        architecture: { modality: "text+image->text" },
      }),
      "POST /v1/chat/completions": hello,
    },
    config: (url) => ({ api_key: "key-test-0001", base_url: `${url}/v1` }),
  },
  eucloud: {
    name: "eucloud",
    model: "Open-M1",
    window: 8000,
    chat: "POST /v1/chat/completions",
    routes: {
      "GET /v1/models": openList({ id: "Open-M1", context_length: 8000 }),
      "POST /v1/chat/completions": hello,
    },
    config: (url) => ({ api_key: "key-test-0001", base_url: `${url}/v1` }),
  },
  selfhost: {
    name: "selfhost",
    model: "m1",
    window: 4096,
    chat: "POST /v1/chat/completions",
    routes: {
      "GET /health": {},
      "GET /v1/models": openList({ id: "m1", object: "model", max_model_len: 4096 }),
      "POST /v1/chat/completions": hello,
    },
    config: (url) => ({ host: url }),
  },
} satisfies Record<string, Setup>;

export const everySetup: readonly Setup[] = Object.values(setups);

/** A provider in front of its service; routes and settings are changed from test to test. */
export class Stage {
  readonly setup: Setup;
  #service: Service | undefined;
  readonly #clients: Client[] = [];

  constructor(setup: Setup) {
    this.setup = setup;
    beforeAll(async () => {
      this.#service = await Service.start(setup.routes);
    });
    afterEach(async () => {
      await Promise.all(this.#clients.splice(0).map((client) => client.close()));
      this.service.reset(setup.routes);
    });
    afterAll(() => this.service[Symbol.asyncDispose]());
  }

  get service(): Service {
    if (!this.#service) throw new Error("not started");
    return this.#service;
  }

  /** Answers these routes otherwise until the test ends. */
  answer(routes: Routes): void {
    this.service.routes = { ...this.service.routes, ...routes };
  }

  client(config: Record<string, unknown> = {}, options: Partial<ClientOptions> = {}): Client {
    const client = createClient({
      providerName: this.setup.name,
      config: { ...this.setup.config(this.service.url), ...config },
      env: {},
      ...options,
    });
    this.#clients.push(client);
    return client;
  }

  /** The same, connected. */
  async connect(
    config?: Record<string, unknown>,
    options: Partial<ClientOptions> & { model?: string } = {},
  ): Promise<Client> {
    const { model, ...rest } = options;
    const client = this.client(config, rest);
    await client.connect(null, null, model ?? this.setup.model);
    return client;
  }

  /** One question without tries after the first; returns the request that went out. */
  async ask(
    client: Client,
    options: Parameters<Client["complete"]>[2] & { tools?: never } = {},
  ): Promise<Asked> {
    await client.complete([{ role: "user", content: "Hi" }], undefined, { retries: 0, ...options });
    return this.lastChat;
  }

  get lastChat(): Asked {
    const last = this.service.to(this.setup.chat).at(-1);
    if (!last) throw new Error("nothing was sent to the chat");
    return last;
  }
}

export type Sentences = Record<string, () => void | Promise<void>>;

/** One test for each sentence, named by it. */
export function sentences(table: Sentences): void {
  for (const [sentence, test] of Object.entries(table)) it(sentence, test);
}

/** Resolves with what a failing call throws. */
export async function failureOf(attempt: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await attempt;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("It did not fail.");
}

export const user = (content: string) => [{ role: "user" as const, content }];
