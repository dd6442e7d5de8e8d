/** "What the service does": what every provider offers. */
import { createClient, loadProvider, providerNames, type StreamEvent } from "@framework/shared";
import { describe, expect, it } from "vitest";
import { breaksOff, calls, says } from "./service.js";
import { everySetup, failureOf, type Sentences, sentences, setups, Stage, user } from "./setups.js";

const weather = {
  type: "function" as const,
  function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};

describe("seven model-provider plugins", () => {
  sentences({
    "Each provider plugin is a module at shared.plugins.model_provider.<provider_name>": async () => {
      for (const { name } of everySetup) {
        const module = (await import(
          `../../packages/shared/src/plugins/model_provider/${name}/index.ts`
        )) as {
          default: { name: string };
        };
        expect(module.default.name).toBe(name);
      }
    },
    "Brand words in identifiers are replaced by neutral words: the seven names": () => {
      for (const { name } of everySetup) expect(providerNames).toContain(name);
    },
    "It is selected by provider_name on the client": async () => {
      for (const { name } of everySetup) expect((await loadProvider(name)).name).toBe(name);
    },
    "FW_PROVIDER=<provider_name> selects the provider": async () => {
      const client = createClient({ env: { FW_PROVIDER: "selfhost" } });
      await expect(client.connect(null, null, "m1")).rejects.toThrow(/selfhost/);
    },
  });
});

describe.each(everySetup)("$name", (setup) => {
  const stage = new Stage(setup);
  const table: Sentences = {
    "connect(project, location, model) is made with project and location set to none": async () => {
      const client = await stage.connect();
      expect(client.model).toBe(setup.model);
    },
    "initialize(config): read configuration and credentials; may probe the backend": async () => {
      const client = stage.client({ no_such_knob: 1 });
      expect(await failureOf(client.connect(null, null, setup.model))).toMatchObject({
        name: "ConfigurationError",
      });
      expect(stage.service.asked).toEqual([]);
    },
    "connect(model): validate the model and resolve its context window": async () => {
      const client = await stage.connect();
      expect(client.contextWindow).toMatchObject({ tokens: setup.window });
    },
    "list_models(prefix?): list model identifiers; optional string prefix filter": async () => {
      const client = await stage.connect();
      expect(await client.listModels()).toContain(setup.model);
      expect(await client.listModels(setup.model.slice(0, 2))).toContain(setup.model);
      expect(await client.listModels("zzz")).toEqual([]);
    },
    "get_context_limit(): return the resolved context window in tokens": async () => {
      expect((await stage.connect()).getContextLimit()).toBe(setup.window);
    },
    "complete(messages, tools): run a chat turn with optional tool schemas": async () => {
      const client = await stage.connect();
      expect(await client.complete(user("Hi"))).toMatchObject({ text: "Hello.", finishReason: "stop" });
      expect(stage.lastChat.body).not.toHaveProperty("tools");
      await client.complete(user("Hi"), [weather]);
      expect(stage.lastChat.body).toMatchObject({
        tools: [{ type: "function", function: { name: "weather" } }],
      });
    },
    "create_session, send_message, generate, get_token_usage": async () => {
      const client = await stage.connect();
      const session = client.createSession({ system: "Be brief." });
      await session.sendMessage("One");
      await session.sendMessage("Two");
      expect((stage.lastChat.body as { messages: unknown[] }).messages).toHaveLength(4);
      expect(await client.generate("Three")).toMatchObject({ text: "Hello." });
      expect(client.getTokenUsage()).toMatchObject({ prompt_tokens: 21, output_tokens: 9, total_tokens: 30 });
    },
    "Chat is sent over the chat-completions wire format": async () => {
      await stage.ask(await stage.connect());
      expect(stage.lastChat.body).toMatchObject({ model: setup.model, messages: user("Hi"), stream: true });
      expect(stage.lastChat.headers["content-type"]).toBe("application/json");
    },
    "Function/tool calling is supported through the chat wire format": async () => {
      stage.answer({ [setup.chat]: calls(["weather", { city: "Oslo" }]) });
      const turn = await (await stage.connect()).complete(user("Hi"), [weather]);
      expect(turn).toMatchObject({
        finishReason: "tool_calls",
        toolCalls: [{ name: "weather", arguments: { city: "Oslo" } }],
      });
    },
    "Streaming is supported": async () => {
      stage.answer({ [setup.chat]: says("A longer answer in several pieces.") });
      const events: StreamEvent[] = [];
      const stream = (await stage.connect()).stream(user("Hi"));
      for await (const event of stream) events.push(event);
      expect(events.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(2);
      expect(await stream.result()).toMatchObject({ text: "A longer answer in several pieces." });
    },
    "a cancelled stream is handled: what had come is kept, and the connection ends": async () => {
      stage.answer({
        [setup.chat]: { events: [{ choices: [{ delta: { content: "Begun" } }] }], end: "open" },
      });
      const client = await stage.connect();
      const hungUp = new Promise<void>((resolve) => (stage.service.onHangUp = resolve));
      const turn = await client.complete(user("Hi"), undefined, {
        onOutput: ({ type }) => type === "text-delta" && client.cancel(),
      });
      await hungUp;
      expect(turn).toMatchObject({ finishReason: "cancelled", text: "Begun" });
      stage.answer({ [setup.chat]: says("Again.") });
      expect(await client.complete(user("Hi"))).toMatchObject({ text: "Again." });
    },
    "Mid-stream drops are distinct from pre-flight connection failures": async () => {
      stage.answer({ [setup.chat]: breaksOff("Half an ans") });
      const client = await stage.connect();
      const dropped = await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }));
      expect(dropped).toMatchObject({ partialText: "Half an ans" });
      const [host] = [{ ...setup.config("http://127.0.0.1:9") }];
      const unreachable = createClient({ providerName: setup.name, config: host, env: {} });
      const refused = await failureOf(
        unreachable
          .connect(null, null, setup.model)
          .then(() => unreachable.complete(user("Hi"), undefined, { retries: 0 })),
      );
      expect(refused["partialText"]).toBeFalsy();
    },
    "Each carries a message": async () => {
      stage.answer({ [setup.chat]: { status: 401, json: { error: { message: "bad credential" } } } });
      const error = await failureOf((await stage.connect()).complete(user("Hi"), undefined, { retries: 0 }));
      expect(error.message).toMatch(/bad credential/);
    },
    "Bearer tokens go in Authorization: Bearer <TOKEN>": async () => {
      const knob = "api_token" in (await knobsOf(setup.name)) ? "api_token" : "api_key";
      const chat = await stage.ask(await stage.connect({ [knob]: "a-token-for-this-test" }));
      expect(chat.headers["authorization"]).toBe("Bearer a-token-for-this-test");
    },
  };
  sentences(table);
});

async function knobsOf(name: string): Promise<object> {
  const { knobs } = await loadProvider(name);
  return (await knobs()).def.shape ?? {};
}

describe("Fail-fast: when the context window cannot be resolved, the provider raises", () => {
  const cases = [
    {
      setup: setups.localdesk,
      routes: {
        "GET /api/v0/models": { json: { data: [{ id: "m1" }] } },
        "GET /api/v1/models": { json: { models: [{ type: "llm", key: "m1", loaded_instances: [] }] } },
      },
      config: {},
    },
    { setup: setups.gpusrv, routes: {}, config: { context_length: undefined } },
    { setup: setups.selfhost, routes: { "GET /v1/models": { json: { data: [{ id: "m1" }] } } }, config: {} },
    {
      setup: setups.serverless,
      routes: { "GET /v1/models": { json: { data: [{ id: "open/m1" }] } } },
      config: {},
    },
    {
      setup: setups.eucloud,
      routes: { "GET /v1/models": { json: { data: [{ id: "Open-M1" }] } } },
      config: {},
    },
    {
      setup: setups.gateway,
      routes: { "GET /api/v1/models": { json: { data: [{ id: "vendor/m1" }] } } },
      config: {},
    },
  ];
  describe.each(cases)("$setup.name", ({ setup, routes, config }) => {
    const stage = new Stage(setup);
    it("It never uses a hardcoded fallback", async () => {
      stage.answer(routes);
      const error = await failureOf(stage.connect(config));
      expect(["ContextWindowError", "ValueError"]).toContain(error.name);
      expect(error.message).toMatch(/context.?(length|window)/i);
      expect(stage.service.to(setup.chat)).toEqual([]);
    });
  });
});
