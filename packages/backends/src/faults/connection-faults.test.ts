import { Agent } from "node:http";
import { expect } from "vitest";
import { ask, chatBody, spoken } from "../testing/client.js";
import { testFaults } from "../testing/fault-cases.js";
import { connectionFaults } from "./connection-faults.js";

testFaults(connectionFaults, {
  refuse: async ({ chat }) => {
    await expect(chat()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  },
  "reset-before-headers": async ({ chat, backend }) => {
    await expect(chat()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(backend.requests).toHaveLength(1);
  },
  "close-before-headers": async ({ chat }) => {
    await expect(chat()).rejects.toThrow("socket hang up");
  },
  "reset-reused-connection": async ({ backend }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `${backend.url}/v1/chat/completions`;
    const once = () => ask(url, { body: chatBody(), agent });
    expect((await once()).status).toBe(200);
    await expect(once()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect((await once()).status).toBe(200);
    agent.destroy();
  },
  "stall-before-headers": async ({ chat, backend }) => {
    const answer = chat();
    await backend.nextRequest();
    expect(backend.openSockets).toBe(1);
    await backend.close();
    await expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
  },
  "slow-first-byte": async ({ chat, set }) => {
    set({ delayMs: 200 });
    const started = performance.now();
    const slow = await chat();
    const slowTime = performance.now() - started;
    set({ delayMs: 0 });
    const restarted = performance.now();
    await chat();
    expect(spoken(slow.text)).toMatch(/six$/);
    expect(slowTime).toBeGreaterThan((performance.now() - restarted) * 2);
  },
});
