import { describe, expect, it } from "vitest";
import { ContextLimitError } from "../provider/errors.js";
import type { Message } from "../provider/messages.js";
import { ContextGate, type GatedRequest } from "./context-gate.js";

/** English words, about as many tokens. */
const user = (words: number): Message => ({
  role: "user",
  content: "the sea and the sky ".repeat(words / 5),
});
const request = (more: Partial<GatedRequest>): GatedRequest => ({
  messages: [user(1000)],
  tools: [],
  window: { tokens: 2000, source: "catalog", detail: "max_model_len in GET /v1/models", rejected: [] },
  maxTokens: undefined,
  cautious: false,
  force: false,
  ...more,
});

describe("a request", () => {
  it("passes as it is when it may fit", () => {
    expect(new ContextGate().admit(request({ maxTokens: 900 }))).toEqual({});
    expect(new ContextGate().admit(request({}))).toEqual({});
    expect(new ContextGate().admit(request({ messages: [user(1900)] }))).toEqual({});
  });

  it("has max_tokens lowered, with a notice, only when prompt and answer surely do not fit together", () => {
    const { maxTokens = 0, notice } = new ContextGate().admit(request({ maxTokens: 1500 }));
    expect(maxTokens).toBeGreaterThanOrEqual(256);
    expect(maxTokens).toBeLessThan(1000);
    expect(notice).toMatch(
      /from 1500 to \d+.*about \d+ tokens \(\d+ to \d+, estimated\).*2000.*max_model_len/,
    );
  });

  it("leaves more room after the backend refused", () => {
    const gate = new ContextGate();
    expect(gate.admit(request({ maxTokens: 900 }))).toEqual({});
    const { maxTokens = 900 } = gate.admit(request({ maxTokens: 900, cautious: true }));
    expect(gate.measure([user(1000)]).high + maxTokens).toBeLessThanOrEqual(2000);
  });

  it("is refused with the numbers and the window's source when even the low end does not fit", () => {
    const attempt = () => new ContextGate().admit(request({ messages: [user(3000)] }));
    expect(attempt).toThrow(ContextLimitError);
    expect(attempt).toThrow(/about \d+ tokens \(\d+ to \d+, estimated\).*2000.*max_model_len.*--force/);
  });

  it("is sent by force, and says so", () => {
    const { notice } = new ContextGate().admit(request({ messages: [user(3000)], force: true }));
    expect(notice).toMatch(/by force.*2000/);
  });

  it("is worth an exact count only where that decides something", () => {
    const gate = new ContextGate();
    const doubt = (more: Partial<GatedRequest>) => gate.isInDoubt(request(more));
    expect(doubt({ messages: [user(500)] })).toBe(false);
    expect(doubt({ messages: [user(1700)] })).toBe(true);
    expect(doubt({ maxTokens: 900 })).toBe(true);
    const messages = [user(1700)];
    gate.learn(messages, [], 1800);
    expect(doubt({ messages })).toBe(false);
  });
});

describe("an exact count", () => {
  it("decides to the token", () => {
    const gate = new ContextGate();
    const messages = [user(1700)];
    gate.learn(messages, [], 1999);
    expect(gate.admit(request({ messages }))).toEqual({});
    gate.learn(messages, [], 2000);
    expect(() => gate.admit(request({ messages }))).toThrow(/2000 tokens \(counted by the backend\)/);
    gate.learn(messages, [], 1500);
    expect(gate.admit(request({ messages, maxTokens: 900 })).maxTokens).toBe(500);
  });
});
