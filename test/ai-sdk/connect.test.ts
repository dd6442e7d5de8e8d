/** A language model from options alone: it connects by itself, once, when it is first asked. */
import { type Backend, startBackend } from "@framework/backends";
import { createClient } from "@framework/shared";
import { createLanguageModel } from "@framework/shared/ai-sdk";
import { generateText } from "ai";
import { describe, expect, it } from "vitest";
import { type Subject, subjects } from "../support/subjects.js";
import { chatRequests, modelPair } from "./support.js";
import { retryAtOnce } from "../../packages/shared/src/testing/retry-at-once.js";

retryAtOnce();

const prompt = "Tell me about the sea.";
const userPrompt = [{ role: "user" as const, content: [{ type: "text" as const, text: prompt }] }];

async function unconnected(subject: Subject) {
  await using probe = await modelPair(subject);
  const { model } = probe;
  const backend = await startBackend(subject.backend);
  const options = { providerName: subject.name, model, config: subject.config(backend), env: {} };
  return {
    backend,
    languageModel: createLanguageModel(options),
    [Symbol.asyncDispose]: () => backend.close(),
  };
}

/** What was asked before the first chat request. */
function requestsToConnect(backend: Backend): string[] {
  const first = chatRequests(backend)[0];
  return backend.requests.slice(0, first && backend.requests.indexOf(first)).map(({ path }) => path);
}

describe.each(subjects)("$name", (subject) => {
  it("sends nothing before the first call, and connects once for all", async () => {
    await using alone = await unconnected(subject);
    await generateText({ model: alone.languageModel, prompt });
    await using together = await unconnected(subject);
    expect(together.backend.requests).toEqual([]);
    const calls = [1, 2, 3].map(() => generateText({ model: together.languageModel, prompt }));
    for (const { text } of await Promise.all(calls)) expect(text).toContain("sea");
    expect(chatRequests(together.backend)).toHaveLength(3);
    expect(requestsToConnect(together.backend)).toEqual(requestsToConnect(alone.backend));
  });

  it("tries again after a failed start", async () => {
    await using pair = await unconnected(subject);
    pair.backend.setFault({ name: "500", on: "all" });
    await expect(pair.languageModel.doGenerate({ prompt: userPrompt })).rejects.toThrow();
    pair.backend.setFault(undefined);
    expect((await generateText({ model: pair.languageModel, prompt })).text).toContain("sea");
  });

  it("stops connecting when its last caller leaves, not before", async () => {
    await using pair = await unconnected(subject);
    pair.backend.setFault({ name: "stall-before-headers", on: "all" });
    const [first, second] = [new AbortController(), new AbortController()];
    const attempts = [first, second].map(({ signal: abortSignal }) =>
      Promise.resolve(pair.languageModel.doStream({ prompt: userPrompt, abortSignal })).catch(
        (error: unknown) => error,
      ),
    );
    await pair.backend.nextRequest();
    first.abort();
    expect(await attempts[0]).toBe(first.signal.reason);
    expect(pair.backend.openSockets).toBeGreaterThan(0);
    second.abort();
    expect(await attempts[1]).toBe(second.signal.reason);
    await pair.backend.nextClientClose();
    pair.backend.setFault(undefined);
    expect((await generateText({ model: pair.languageModel, prompt })).text).toContain("sea");
  });

  it("reports wrong settings as what they are, without asking again", async () => {
    const model = createLanguageModel({
      providerName: subject.name,
      model: "any",
      config: { no_such_knob: 1 },
      env: {},
    });
    await expect(generateText({ model, prompt })).rejects.toMatchObject({ name: "ConfigurationError" });
  });

  it("wants a connected client", () => {
    const client = createClient({ providerName: subject.name, env: {} });
    expect(() => createLanguageModel(client)).toThrow(/connect\(\) first/);
  });
});
