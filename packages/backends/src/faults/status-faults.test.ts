import { expect, test } from "vitest";
import { startBackend } from "../index.js";
import { ask, chatBody } from "../testing/client.js";
import { testFaults, type FaultTrial } from "../testing/fault-cases.js";
import { statusFaults } from "./status-faults.js";

const status =
  (code: number) =>
  async ({ chat, set }: FaultTrial) => {
    const plain = await chat();
    expect(plain.status).toBe(code);
    expect(plain.headers["retry-after"]).toBeUndefined();
    expect(JSON.parse(plain.text)).toHaveProperty("error");
    set({ message: "in these words", retryAfter: 7 });
    const worded = await chat();
    expect(worded.headers["retry-after"]).toBe("7");
    if (code !== 401) expect(JSON.parse(worded.text).error.message).toBe("in these words");
  };

testFaults(statusFaults, {
  "400": status(400),
  "401": status(401),
  "402": status(402),
  "403": status(403),
  "404": status(404),
  "408": status(408),
  "409": status(409),
  "410": status(410),
  "413": status(413),
  "421": status(421),
  "422": status(422),
  "425": status(425),
  "500": status(500),
  "501": status(501),
  "502": status(502),
  "503": status(503),
  "524": status(524),
  "529": status(529),
  "429": async ({ chat, set }) => {
    expect((await chat()).headers["retry-after"]).toBe("1");
    set({ retryAfter: 30 });
    const answer = await chat();
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("30");
  },
  "429-date": async ({ chat, set }) => {
    set({ retryAfter: 60 });
    const hint = Date.parse((await chat()).headers["retry-after"] ?? "") - Date.now();
    expect(hint).toBeGreaterThan(50_000);
    expect(hint).toBeLessThanOrEqual(60_000);
  },
  "429-ms": async ({ chat, set }) => {
    set({ retryAfter: 0.25 });
    const answer = await chat();
    expect(answer.headers["retry-after-ms"]).toBe("250");
    expect(answer.headers["retry-after"]).toBeUndefined();
  },
  "429-twice": async ({ chat }) => {
    expect((await chat()).headers["retry-after"]).toBe("1, 1");
  },
  "429-reset": async ({ chat, set }) => {
    set({ retryAfter: 60 });
    const { headers } = await chat();
    expect(Number(headers["x-ratelimit-reset"]) - Date.now() / 1000).toBeGreaterThan(50);
    expect(headers["retry-after"]).toBeUndefined();
  },
  "429-reset-span": async ({ chat }) => {
    expect((await chat()).headers).toMatchObject({
      "x-ratelimit-reset-requests": "1s",
      "x-ratelimit-reset-tokens": "6m0s",
    });
  },
  "429-spoken": async ({ chat }) => {
    const { status: code, text } = await chat();
    expect(code).toBe(429);
    expect(text).toContain("try again in 0m1s");
  },
  quota: async ({ chat }) => {
    const { status: code, text } = await chat();
    expect(code).toBe(429);
    expect(JSON.parse(text).error.code).toBe("insufficient_quota");
  },
  "429-nonsense": async ({ chat }) => {
    const answer = await chat();
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "soon"]);
  },
  "429-no-hint": async ({ chat }) => {
    const answer = await chat();
    expect(answer.status).toBe(429);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("retry"))).toEqual([]);
  },
  "429-metadata": async ({ chat, set }) => {
    set({ retryAfter: 9 });
    const answer = await chat();
    expect(answer.headers["retry-after"]).toBeUndefined();
    expect(JSON.parse(answer.text).error.metadata.headers["Retry-After"]).toBe("9");
  },
  "context-overflow": async ({ chat }) => {
    expect((await chat()).text).toContain("maximum context length is 4096 tokens");
  },
  "model-not-found": async ({ chat }) => {
    expect((await chat()).text).toContain("The model `demo-model` does not exist.");
  },
});

test("a fault happens only as often as it is told, and only where", async () => {
  const backend = await startBackend("selfhost", { fault: { name: "503", times: 2 } });
  const statuses = async (path: string, body?: unknown) => [
    (await ask(backend.url + path, { body })).status,
    (await ask(backend.url + path, { body })).status,
    (await ask(backend.url + path, { body })).status,
  ];
  expect(await statuses("/v1/models")).toEqual([200, 200, 200]);
  expect(await statuses("/v1/chat/completions", chatBody())).toEqual([503, 503, 200]);
  backend.setFault({ name: "401", on: ["catalog", "health"] });
  expect(await statuses("/v1/chat/completions", chatBody())).toEqual([200, 200, 200]);
  expect(await statuses("/v1/models")).toEqual([401, 401, 401]);
  expect(await statuses("/health")).toEqual([401, 401, 401]);
  backend.setFault({ name: "500", on: "all", times: 1 });
  expect(await statuses("/version")).toEqual([500, 200, 200]);
  await backend.close();
});
