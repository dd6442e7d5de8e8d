import { expect } from "vitest";
import { chunks, finishReason, payloads, spoken } from "../testing/client.js";
import { testFaults, type FaultTrial } from "../testing/fault-cases.js";
import { streamFaults } from "./stream-faults.js";

/** The stream breaks after the events asked for, in the given way, and a whole answer after half its body. */
const breaks =
  (code: string) =>
  async ({ chat, set }: FaultTrial) => {
    const early = await chat();
    expect(early.status).toBe(200);
    expect(early.broken).toMatchObject({ code });
    expect(spoken(early.text)).toBe("You said:");
    set({ afterChunks: 5 });
    expect(spoken((await chat()).text)).toBe("You said: one two");
    set({ afterChunks: 1000 });
    const late = await chat();
    expect(spoken(late.text)).toMatch(/six$/);
    expect(finishReason(late.text)).toBeUndefined();
    const whole = await chat({ stream: false });
    expect(whole.broken).toMatchObject({ code });
    expect(whole.text).not.toBe("");
  };

testFaults(streamFaults, {
  "reset-mid-stream": breaks("ECONNRESET"),
  "close-mid-stream": breaks("ECONNRESET"),
  "end-without-finish": async ({ chat, set }) => {
    const answer = await chat();
    expect(answer.broken).toBeUndefined();
    expect(payloads(answer.text)).toHaveLength(3);
    expect(finishReason(answer.text)).toBeUndefined();
    set({ afterChunks: 0 });
    expect((await chat()).text).toBe("");
    const whole = JSON.parse((await chat({ stream: false })).text);
    expect(whole.choices[0].finish_reason).toBeNull();
  },
  "finish-without-done": async ({ chat }) => {
    const { text } = await chat();
    expect(finishReason(text)).toBe("stop");
    expect(text).not.toContain("[DONE]");
  },
  "done-without-finish": async ({ chat }) => {
    const { text } = await chat();
    expect(finishReason(text)).toBeUndefined();
    expect(payloads(text).at(-1)).toBe("[DONE]");
  },
  "error-in-band": async ({ chat, set }) => {
    set({ message: "engine on fire" });
    const { text } = await chat();
    expect(chunks(text).at(-1)?.error?.message).toBe("engine on fire");
    expect(chunks(text)).toHaveLength(4);
    expect(text).not.toContain("[DONE]");
    const whole = await chat({ stream: false });
    expect(whole.status).toBe(200);
    expect(JSON.parse(whole.text).error.message).toBe("engine on fire");
  },
  "error-in-band-then-done": async ({ chat, set }) => {
    set({ afterChunks: 0 });
    const events = payloads((await chat()).text);
    expect(JSON.parse(events[0] ?? "")).toHaveProperty("error");
    expect(events.slice(1)).toEqual(["[DONE]"]);
  },
  "finish-reason-error": async ({ chat }) => {
    const { text } = await chat();
    expect(finishReason(text)).toBe("error");
    expect(chunks(text).some((chunk) => chunk.error)).toBe(false);
  },
  "invalid-json-line": async ({ chat, set }) => {
    const events = payloads((await chat()).text);
    expect(() => JSON.parse(events[3] ?? "")).toThrow(SyntaxError);
    expect(events.at(-1)).toBe("[DONE]");
    expect(events).toHaveLength(12);
    set({ afterChunks: 1000 });
    expect(payloads((await chat()).text)).toHaveLength(12);
    const whole = await chat({ stream: false });
    expect(() => JSON.parse(whole.text)).toThrow(SyntaxError);
  },
  "stall-mid-stream": async ({ chat, set, backend }) => {
    const answer = await chat({}, (text) => payloads(text).length === 3);
    expect(spoken(answer.text)).toBe("You said:");
    expect((await backend.nextClientClose()).chunksSent).toBe(3);
    set({ delayMs: 1 });
    const ended = await chat();
    expect(ended.broken).toBeUndefined();
    expect(finishReason(ended.text)).toBeUndefined();
  },
  "keep-alive-stall": async ({ chat, set }) => {
    set({ delayMs: 1, afterChunks: 2 });
    const answer = await chat({}, (text) => text.split(": keep-alive\n\n").length > 5);
    expect(spoken(answer.text)).toBe("You");
    const whole = await chat({ stream: false }, (text) => text.length > 2);
    expect(whole.text.trim()).toBe("");
    set({ delayMs: 1, comments: 3 });
    const { text } = await chat();
    expect(text.split(": keep-alive\n\n")).toHaveLength(4);
    expect(spoken(text)).toMatch(/six$/);
    const late = await chat({ stream: false });
    expect(late.text).toMatch(/^\n\n\n\{/);
  },
  "endless-line": async ({ chat }) => {
    const answer = await chat({}, (text) => text.length > 1_000_000);
    expect(answer.text.slice(-900_000)).not.toContain("\n");
  },
  "endless-event": async ({ chat }) => {
    const answer = await chat({}, (text) => text.length > 1_000_000);
    expect(answer.text.slice(-900_000)).not.toContain("\n\n");
  },
  "null-fields": async ({ chat }) => {
    const { text } = await chat();
    expect(chunks(text)[2]).toMatchObject({
      choices: [{ delta: { content: " said:", tool_calls: null, role: null } }],
      usage: null,
    });
    expect(spoken(text)).toMatch(/six$/);
  },
  "choice-without-delta": async ({ chat }) => {
    const last = chunks((await chat()).text).at(-1)?.choices[0];
    expect(last?.finish_reason).toBe("stop");
    expect(last).not.toHaveProperty("delta");
  },
});
