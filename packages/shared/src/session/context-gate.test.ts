import { describe, expect, it } from "vitest";
import { ContextLimitError } from "../provider/errors.js";
import type { Message } from "../provider/messages.js";
import { ContextGate, type GatedRequest } from "./context-gate.js";
import { estimateTokens } from "./token-estimate.js";

const user = (bytes: number): Message => ({ role: "user", content: "x".repeat(bytes) });
const request = (more: Partial<GatedRequest>): GatedRequest => ({
  messages: [user(4000)],
  tools: [],
  window: { tokens: 2000, source: "catalog", detail: "max_model_len in GET /v1/models", rejected: [] },
  maxTokens: undefined,
  cautious: false,
  ...more,
});
const usage = (tokens: number) => ({ prompt_tokens: tokens, output_tokens: 1, total_tokens: tokens + 1 });

describe("the estimate", () => {
  it("takes four bytes for a token and adds something for each message", () => {
    expect(estimateTokens([user(400)])).toBe(104);
    expect(estimateTokens([user(400), user(400)])).toBe(208);
    expect(estimateTokens([{ role: "user", content: "語".repeat(100) }])).toBe(79);
  });

  it("counts calls, every parallel result, tools and pictures, but not a picture's bytes", () => {
    const call: Message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "x".repeat(399) } }],
    };
    expect(estimateTokens([call])).toBe(108);
    const results = [1, 2].map((id) => ({ tool_call_id: String(id), content: "x".repeat(400) }));
    expect(estimateTokens([{ role: "tool", results }])).toBe(208);
    const url = `data:image/png;base64,${"A".repeat(100_000)}`;
    const picture: Message = { role: "user", content: [{ type: "image_url", image_url: { url } }] };
    expect(estimateTokens([picture])).toBe(1504);
    expect(estimateTokens([], [{ type: "function", function: { name: "f" } }])).toBeGreaterThan(5);
  });
});

describe("a request", () => {
  it("passes as it is when it fits", () => {
    expect(new ContextGate().admit(request({ maxTokens: 900 }))).toEqual({});
    expect(new ContextGate().admit(request({}))).toEqual({});
  });

  it("has max_tokens lowered when prompt and answer do not fit together", () => {
    const { maxTokens, notice } = new ContextGate().admit(request({ maxTokens: 1500 }));
    expect(maxTokens).toBeGreaterThan(256);
    expect(1004 + (maxTokens ?? 0)).toBeLessThanOrEqual(2000);
    expect(notice).toMatch(/from 1500 to \d+.*1004 tokens.*2000.*max_model_len/);
  });

  it("leaves more room after the backend refused", () => {
    const gate = new ContextGate();
    expect(gate.admit(request({ maxTokens: 900 }))).toEqual({});
    const { maxTokens = 900 } = gate.admit(request({ maxTokens: 900, cautious: true }));
    expect(1004 * 1.25 + maxTokens).toBeLessThanOrEqual(2000);
  });

  it("is refused with the numbers and the window's source when it cannot fit", () => {
    const attempt = () => new ContextGate().admit(request({ messages: [user(12_000)] }));
    expect(attempt).toThrow(ContextLimitError);
    expect(attempt).toThrow(/about 3004 tokens \(estimated\).*2000.*max_model_len in GET \/v1\/models/);
  });

  it("in doubt is left to the backend", () => {
    expect(new ContextGate().admit(request({ messages: [user(9000)] }))).toEqual({});
  });
});

describe("what the backend counted", () => {
  it("is exact for what it counted, and corrects the estimate for the rest", () => {
    const gate = new ContextGate();
    const counted = [user(8000)];
    gate.learn(counted, [], usage(1000), request({}).window);
    const more = [...counted, user(4000)];
    const { tokens } = gate.measure(more, []);
    expect(gate.measure(counted, []).tokens).toBe(1000);
    expect(tokens).toBeGreaterThan(1400);
    expect(tokens).toBeLessThan(2000);
  });

  it("for a short prompt says little about a long one", () => {
    const gate = new ContextGate();
    gate.learn([user(8)], [], usage(60), request({}).window);
    expect(gate.measure([user(4000)], []).tokens).toBeLessThan(1200);
  });

  it("no longer holds when the messages are others", () => {
    const gate = new ContextGate();
    const [first, second, third] = [user(400), user(400), user(400)];
    gate.learn([first, second], [], usage(700), request({}).window);
    expect(gate.measure([first, second, third], []).counted).toBe(700);
    expect(gate.measure([first, third], []).counted).toBe(0);
    expect(gate.measure([first], []).counted).toBe(0);
    gate.forget();
    expect(gate.measure([first, second, third], []).counted).toBe(0);
  });

  it("is not believed when it could not have been answered", () => {
    const gate = new ContextGate();
    gate.learn([user(400)], [], usage(1e12), request({}).window);
    gate.learn([user(400)], [], usage(0), request({}).window);
    expect(gate.measure([user(400)], []).tokens).toBe(104);
  });
});
