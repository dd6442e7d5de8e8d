import { describe, expect, test } from "vitest";
import { backendNames, faults, startBackend, type BackendName } from "./index.js";
import { ask, chatBody, finishReason, payloads, spoken } from "./testing/client.js";

const chatPaths: Record<BackendName, { path: string; model: string }> = {
  localdesk: { path: "/v1/chat/completions", model: "demo/model-7b" },
  gpusrv: { path: "/v1/chat/completions", model: "demo-model" },
  hubmodels: { path: "/chat/completions", model: "openai/demo-4o" },
  gateway: { path: "/chat/completions", model: "demo/model" },
  serverless: { path: "/chat/completions", model: "demo/Model-70B" },
  eucloud: { path: "/chat/completions", model: "Demo-Small-24B" },
  selfhost: { path: "/v1/chat/completions", model: "demo-model" },
  compatible: { path: "/chat/completions", model: "demo-model" },
};
/** These never end by themselves, or end only after more bytes than a test wants. */
const endless = new Set([
  "stall-before-headers",
  "stall-mid-stream",
  "keep-alive-stall",
  "endless-line",
  "endless-event",
  "finish-without-done-held",
  "done-held",
  "huge-body",
]);

/** How often a fault acts is counted by what all of them share: one is asked again after each. */
const CLOSELY: BackendName = "selfhost";

describe.each(backendNames)("%s", (name) => {
  const { path, model } = chatPaths[name];

  test("chats, streaming and whole", async () => {
    const backend = await startBackend(name);
    const url = backend.url + path;
    const stream = await ask(url, { body: chatBody({ model }) });
    expect(spoken(stream.text)).toBe("You said: one two three four five six");
    expect(finishReason(stream.text)).toBe("stop");
    expect(payloads(stream.text).at(-1)).toBe("[DONE]");
    const whole = JSON.parse((await ask(url, { body: chatBody({ model, stream: false }) })).text);
    expect(whole.choices[0].message.content).toBe("You said: one two three four five six");
    expect(whole.usage).toMatchObject({ completion_tokens: 8 });
    await backend.close();
    expect(backend.openSockets).toBe(0);
  });

  const own = faults.filter((fault) => fault.backends.includes(name) && !endless.has(fault.name));
  test("has every fault once, and is healthy after it", async () => {
    const backend = await startBackend(name);
    const chat = () =>
      ask(backend.url + path, {
        body: chatBody({ model }),
        headers: { authorization: "Bearer any" },
      });
    for (const fault of own) {
      backend.setFault({ name: fault.name, times: 1, delayMs: 1 });
      const status = /^\d{3}/.exec(fault.name)?.[0];
      const answer = await chat().catch(String);
      if (status !== undefined) expect(answer, fault.name).toMatchObject({ status: Number(status) });
      expect(typeof answer === "string" ? answer : answer.text).not.toContain("emulator failed");
      if (name === CLOSELY && fault.name !== "refuse") expect(spoken((await chat()).text)).toMatch(/six$/);
    }
    backend.setFault(undefined);
    expect(spoken((await chat()).text)).toMatch(/six$/);
    await backend.close();
    expect(backend.openSockets).toBe(0);
  });
});

test("a fault of one service is refused by another", async () => {
  const backend = await startBackend("selfhost");
  expect(() => backend.setFault("moderation")).toThrow("belongs to gateway");
  await backend.close();
});
