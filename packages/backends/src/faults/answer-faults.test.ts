import { expect } from "vitest";
import { ask, finishReason, payloads, spoken } from "../testing/client.js";
import { testFaults } from "../testing/fault-cases.js";
import { answerFaults } from "./answer-faults.js";

testFaults(answerFaults, {
  "html-error": async ({ chat, set }) => {
    const answer = await chat();
    expect(answer.status).toBe(502);
    expect(answer.headers["content-type"]).toBe("text/html");
    expect(answer.text).toMatch(/^<html>/);
    set({ status: 503 });
    expect((await chat()).status).toBe(503);
  },
  "empty-error": async ({ chat }) => {
    const answer = await chat();
    expect([answer.status, answer.text]).toEqual([500, ""]);
  },
  "nested-error": async ({ chat, set }) => {
    set({ message: "deep down" });
    const answer = await chat();
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).response.errors[0].error.detail.msg).toBe("deep down");
  },
  "long-error": async ({ chat }) => {
    const answer = await chat();
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeGreaterThan(1024 * 1024);
  },
  "error-with-200": async ({ chat, set }) => {
    set({ message: "not really" });
    const answer = await chat();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).error.message).toBe("not really");
  },
  "stream-ignored": async ({ chat }) => {
    const answer = await chat();
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(answer.text).choices[0].message.content).toMatch(/six$/);
  },
  "redirect-same-origin": async ({ chat, backend }) => {
    const { status, headers } = await chat();
    expect(status).toBe(308);
    const body = { model: "demo-model", stream: true, messages: [{ role: "user", content: "hi" }] };
    const followed = await ask(new URL(headers.location ?? "", backend.url).href, { body });
    expect(spoken(followed.text)).toBe("You said: hi");
  },
  "redirect-other-origin": async ({ chat, set, backend }) => {
    const away = new URL((await chat()).headers.location ?? "");
    expect(away.origin).not.toBe(new URL(backend.url).origin);
    set({ location: "http://elsewhere.invalid/x", status: 302 });
    const answer = await chat();
    expect([answer.status, answer.headers.location]).toEqual([302, "http://elsewhere.invalid/x"]);
  },
  "huge-body": async ({ chat, set }) => {
    set({ bytes: 1_000_000 });
    const answer = await chat();
    expect(JSON.parse(answer.text).padding).toHaveLength(1_000_000);
  },
  "deep-json": async ({ chat, set }) => {
    set({ depth: 50 });
    const whole = await chat({ stream: false });
    expect(JSON.stringify(JSON.parse(whole.text).choices)).toBe("[".repeat(50) + "]".repeat(50));
    const [event, done] = payloads((await chat()).text);
    expect([event, done]).toEqual([whole.text, "[DONE]"]);
  },
  "truncated-body": async ({ chat, set, backend }) => {
    const whole = await chat({ stream: false });
    expect(whole.broken).toBeUndefined();
    expect(() => JSON.parse(whole.text)).toThrow(SyntaxError);
    const stream = await chat();
    expect(stream.broken).toBeUndefined();
    expect(stream.text).toMatch(/[^\n]$/);
    expect(stream.text).not.toContain("stop");
    set({ on: "catalog" });
    const catalog = await ask(`${backend.url}/v1/models`);
    expect(() => JSON.parse(catalog.text)).toThrow(SyntaxError);
  },
  "content-length-mismatch": async ({ chat }) => {
    const whole = await chat({ stream: false });
    expect(whole.broken).toMatchObject({ code: "ECONNRESET" });
    expect(JSON.parse(whole.text)).toHaveProperty("choices");
    const stream = await chat();
    expect(stream.broken).toMatchObject({ code: "ECONNRESET" });
    expect(finishReason(stream.text)).toBe("stop");
  },
});
