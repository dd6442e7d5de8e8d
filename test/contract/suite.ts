/** What every provider promises, whatever it talks to. */
import { startBackend } from "@framework/backends";
import { createClient, FrameworkError, loadProvider, type StreamEvent } from "@framework/shared";
import { describe, expect, it } from "vitest";
import { connectedPair, type Subject } from "../support/subjects.js";
import { retryAtOnce } from "../../packages/shared/src/testing/retry-at-once.js";

const user = (content: string) => [{ role: "user" as const, content }];
const tools = [
  {
    type: "function" as const,
    function: {
      name: "lookup",
      description: "Looks a city up.",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: [] },
    },
  },
];

/** The tests of one provider; to be called inside a `describe` of its name. */
export function contract(subject: Subject): void {
  retryAtOnce();

  describe("definition", () => {
    it("describes every knob, variable and error", async () => {
      const definition = await loadProvider(subject.name);
      const { knobFields } = await import("../../packages/shared/src/settings/schema.js");
      const fields = knobFields(await definition.knobs());
      expect(fields.length).toBeGreaterThan(0);
      const paths = new Set(["model", ...fields.map(({ path }) => path)]);
      for (const { path, description } of fields) expect(description, path).not.toBe("");
      for (const { name, knob, meaning } of definition.variables) {
        expect(meaning, name).not.toBe("");
        expect(paths, name).toContain(knob);
      }
      for (const { error, cause } of definition.errors) expect(cause, error.name).not.toBe("");
      expect(paths).toContain(definition.credential.knob);
      expect(definition.windows.length).toBeGreaterThan(0);
      const { addresses, window, answerLimit, load, headers } = definition.knobsFor;
      for (const knob of [...addresses, window, answerLimit, load, headers])
        if (knob !== undefined) expect(paths).toContain(knob);
    });

    it("refuses an unknown knob and an unknown quirk before anything is sent", async () => {
      const client = createClient({ providerName: subject.name, config: { no_such_knob: 1 }, env: {} });
      await expect(client.connect(null, null, "x")).rejects.toMatchObject({ name: "ConfigurationError" });
      const quirky = createClient({ providerName: subject.name, quirks: { no_such_quirk: true }, env: {} });
      await expect(quirky.connect(null, null, "x")).rejects.toThrow(/no_such_quirk/);
    });
  });

  describe("credential", () => {
    it("with a line end inside is an error of the settings, and is not repeated", async () => {
      const { credential, variables } = await loadProvider(subject.name);
      const secret = "first-part\nsecond-part";
      const variable = variables.find(({ knob }) => knob === credential.knob)?.name ?? "";
      for (const options of [
        { config: { [credential.knob]: secret }, env: {} },
        { env: { [variable]: secret } },
      ]) {
        const client = createClient({ providerName: subject.name, ...options });
        const error: unknown = await client.connect(null, null, "x").catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: "ConfigurationError" });
        expect(String(error)).not.toMatch(/first-part|second-part/);
      }
    });
  });

  describe("connection", () => {
    it("lists models, by prefix too, and describes them under the same ids", async () => {
      await using pair = await connectedPair(subject);
      const all = await pair.client.listModels();
      expect(all).toContain(pair.model);
      expect(await pair.client.listModels(pair.model)).toContain(pair.model);
      expect(await pair.client.listModels("no such prefix")).toEqual([]);
      expect((await pair.client.describeModels()).map(({ id }) => id)).toEqual(all);
    });

    it("resolves a window and says where it came from", async () => {
      await using pair = await connectedPair(subject);
      const { tokens, source, detail } = pair.client.contextWindow;
      expect(tokens).toBeGreaterThan(0);
      expect(pair.client.getContextLimit()).toBe(tokens);
      expect(source).not.toBe("");
      expect(detail).not.toBe("");
    });

    it.each([
      { name: "503", times: 2 },
      { name: "429", times: 1, retryAfter: 0.1 },
      { name: "reset-before-headers", times: 1 },
    ] as const)("connects although the backend first answers $name", async (fault) => {
      const backend = await startBackend(subject.backend, { fault: { ...fault, on: "all" } });
      const client = createClient({ providerName: subject.name, config: subject.config(backend), env: {} });
      try {
        const [model = ""] = await client.listModels();
        await client.connect(null, null, model);
        expect(client.model).toBe(model);
      } finally {
        await client.close();
        await backend.close();
      }
    });

    it("tells an unknown model as such", async () => {
      await using pair = await connectedPair(subject);
      const attempt = pair.client.connect(null, null, "vendor/no-such-model");
      await expect(attempt).rejects.toMatchObject({
        name: subject.errors.modelNotFound,
        code: "model-not-found",
      });
    });
  });

  describe("turns", () => {
    it("stream, and their events add up to the turn", async () => {
      await using pair = await connectedPair(subject);
      const stream = pair.client.stream(user("Tell me about the sea."));
      const events: StreamEvent[] = [];
      for await (const event of stream) events.push(event);
      const turn = await stream.result();
      expect(turn.text).toContain("sea");
      expect(events.map((event) => (event.type === "text-delta" ? event.text : "")).join("")).toBe(turn.text);
      expect(events.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(1);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
      expect(turn.usage?.total_tokens).toBeGreaterThan(0);
      expect(turn.message).toEqual({ role: "assistant", content: turn.text });
    });

    it("give the same in one piece", async () => {
      await using pair = await connectedPair(subject);
      const whole = await pair.client.complete(user("Tell me about the sea."), undefined, { stream: false });
      const streamed = await pair.client.complete(user("Tell me about the sea."));
      expect(whole.text).toBe(streamed.text);
      expect(whole.finishReason).toBe("stop");
      const last = pair.backend.requests.findLast(
        ({ method, path }) => method === "POST" && path.endsWith("/chat/completions"),
      );
      expect(last?.body).toMatchObject({ stream: true });
    });

    it("hand tool calls over complete, and go on with the results", async () => {
      await using pair = await connectedPair(subject);
      const question = user('use tool lookup {"city": "Oslo"}');
      const turn = await pair.client.complete(question, tools, { toolChoice: "auto" });
      expect(turn.finishReason).toBe("tool_calls");
      expect(turn.toolCalls).toMatchObject([{ name: "lookup", arguments: { city: "Oslo" } }]);
      const answer = await pair.client.complete(
        [
          ...question,
          turn.message,
          { role: "tool", results: turn.toolCalls.map(({ id }) => ({ tool_call_id: id, content: "rainy" })) },
        ],
        tools,
      );
      expect(answer.finishReason).toBe("stop");
      expect(answer.text).toContain("rainy");
    });

    it("tell a caller that takes restarts to drop what it has when an answer begins again", async () => {
      await using pair = await connectedPair(subject);
      pair.backend.setFault({ name: "reset-mid-stream", times: 1, afterChunks: 3 });
      const events: StreamEvent[] = [];
      const turn = await pair.client.complete(user("Tell me about the sea."), undefined, {
        onOutput: (event) => events.push(event),
        restarts: true,
      });
      const restart = events.findIndex(({ type }) => type === "restart");
      expect(restart).toBeGreaterThan(0);
      expect(events[restart]).toMatchObject({
        attempt: 2,
        reason: expect.stringContaining(subject.errors.midStream),
      });
      const after = events.slice(restart).map((event) => (event.type === "text-delta" ? event.text : ""));
      expect(after.join("")).toBe(turn.text);
    });

    it("do not begin again after the first text, so that no loop prints it twice", async () => {
      await using pair = await connectedPair(subject);
      pair.backend.setFault({ name: "reset-mid-stream", times: 1, afterChunks: 3 });
      let shown = "";
      const attempt = (async () => {
        for await (const event of pair.client.stream(user("Tell me about the sea."))) {
          if (event.type === "text-delta") shown += event.text;
        }
      })();
      await expect(attempt).rejects.toMatchObject({ name: subject.errors.midStream, code: "mid-stream" });
      await attempt.catch((error: unknown) => expect(error).toMatchObject({ partialText: shown }));
    });
  });

  describe("cancel", () => {
    const endless = { text: "and so on ", repeat: 100_000, chunkDelayMs: 1 };

    it("in the middle closes the connection, keeps the text, and the next turn works", async () => {
      await using pair = await connectedPair(subject, { backend: { reply: endless } });
      const abort = new AbortController();
      const turn = await pair.client.complete(user("go"), undefined, {
        signal: abort.signal,
        onOutput: () => abort.abort(),
      });
      expect(turn.finishReason).toBe("cancelled");
      expect(turn.text).not.toBe("");
      await pair.backend.nextClientClose();
      pair.backend.setReply(undefined);
      expect((await pair.client.complete(user("the sea"))).finishReason).toBe("stop");
    });

    it("by cancel() ends all running turns", async () => {
      await using pair = await connectedPair(subject, { backend: { reply: endless } });
      const turns = [1, 2].map(() => pair.client.complete(user("go")));
      await pair.backend.nextRequest(({ path }) => path.endsWith("/chat/completions"));
      await pair.backend.nextRequest(({ path }) => path.endsWith("/chat/completions"));
      pair.client.cancel();
      for (const turn of await Promise.all(turns)) expect(turn.finishReason).toBe("cancelled");
      await pair.backend.nextClientClose();
      await pair.backend.nextClientClose();
    });

    it("by leaving the loop closes the connection", async () => {
      await using pair = await connectedPair(subject, { backend: { reply: endless } });
      for await (const event of pair.client.stream(user("go"))) {
        if (event.type === "text-delta") break;
      }
      await pair.backend.nextClientClose();
    });

    it("works before the first byte", async () => {
      await using pair = await connectedPair(subject, { backend: { fault: "stall-before-headers" } });
      const abort = new AbortController();
      const running = pair.client.complete(user("go"), undefined, { signal: abort.signal });
      await pair.backend.nextRequest(({ path }) => path.endsWith("/chat/completions"));
      abort.abort();
      expect((await running).finishReason).toBe("cancelled");
      await pair.backend.nextClientClose();
    });

    it("works while the first connection is made", async () => {
      const backend = await startBackend(subject.backend, {
        fault: { name: "stall-before-headers", on: "all" },
      });
      const client = createClient({ providerName: subject.name, config: subject.config(backend), env: {} });
      try {
        const abort = new AbortController();
        const connecting = client.connect(null, null, "any", { signal: abort.signal });
        await backend.nextRequest();
        abort.abort();
        await expect(connecting).rejects.toMatchObject({ name: "CancelledError" });
        await backend.nextClientClose();
      } finally {
        await client.close();
        await backend.close();
      }
    });

    it("works in a retry wait", async () => {
      await using pair = await connectedPair(subject);
      pair.backend.setFault({ name: "429", retryAfter: 30 });
      const abort = new AbortController();
      const turn = await pair.client.complete(user("go"), undefined, {
        signal: abort.signal,
        onOutput: ({ type }) => type === "restart" && abort.abort(),
      });
      expect(turn.finishReason).toBe("cancelled");
    });
  });

  describe("secrets", () => {
    it("never appear in a failure", async () => {
      const secret = "fw-marked-secret-0123456789";
      await using pair = await connectedPair(subject, { apiKey: secret });
      expect(pair.backend.requests.some(({ headers }) => headers.authorization === `Bearer ${secret}`)).toBe(
        true,
      );
      pair.backend.setFault({ name: "401", message: `the key ${secret} is wrong` });
      const error: unknown = await pair.client.complete(user("x")).catch((thrown: unknown) => thrown);
      if (!(error instanceof FrameworkError)) throw error;
      expect(error.name).toBe(subject.errors.authentication);
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(secret);
    });

    it("send no Authorization header without a credential", async ({ skip }) => {
      const { credential } = await loadProvider(subject.name);
      skip(credential.required, "nothing is sent without one");
      await using pair = await connectedPair(subject);
      await pair.client.complete(user("x"));
      for (const { headers } of pair.backend.requests) expect(headers).not.toHaveProperty("authorization");
    });
  });
}
