import { expect, it } from "vitest";
import { readUsage } from "./sdk-usage.js";

it("takes cached and reasoning tokens out of the totals once", () => {
  const usage = {
    prompt_tokens: 100,
    output_tokens: 20,
    total_tokens: 120,
    cached_tokens: 60,
    cache_write_tokens: 10,
    reasoning_tokens: 8,
    cost: 0.01,
  };
  expect(readUsage(usage)).toEqual({
    inputTokens: { total: 100, noCache: 30, cacheRead: 60, cacheWrite: 10 },
    outputTokens: { total: 20, text: 12, reasoning: 8 },
    raw: usage,
  });
});

it("invents no number", () => {
  const nothing = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  expect(readUsage(undefined)).toEqual({
    inputTokens: nothing,
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  });
  expect(readUsage({ prompt_tokens: 5, output_tokens: 2, total_tokens: 7 })).toMatchObject({
    inputTokens: { total: 5, noCache: undefined },
    outputTokens: { total: 2, text: undefined },
  });
});
