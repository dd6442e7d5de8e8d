import { expect, it } from "vitest";
import { decideWindow } from "./narrowed-window.js";

const live = { tokens: 8192, source: "live", detail: "the instance" };
const catalog = { tokens: 32_768, source: "catalog", detail: "the catalog" };
const override = (tokens: number) => ({ tokens, source: "profile", detail: "context_length from p.yaml" });

it("takes the live window, then the catalog's, then the override", () => {
  expect(decideWindow([live, catalog], [])?.window).toMatchObject({ tokens: 8192, source: "live" });
  expect(decideWindow([{ ...live, tokens: undefined }, catalog], [])?.window.source).toBe("catalog");
  expect(decideWindow([], [override(1000)])).toMatchObject({ window: { tokens: 1000, source: "profile" } });
  expect(decideWindow([], [])).toBeUndefined();
});

it("lets an override narrow it, and says so", () => {
  const decision = decideWindow([live, catalog], [override(4096)]);
  expect(decision?.window).toMatchObject({ tokens: 4096, source: "profile" });
  expect(decision?.window.rejected.map(({ tokens }) => tokens)).toEqual([8192, 32_768]);
  expect(decision?.notice).toMatch(/4096 tokens.*narrows.*8192 tokens.*not used/);
});

it("never lets an override widen it, and says so", () => {
  const decision = decideWindow([live], [override(100_000)]);
  expect(decision?.window).toMatchObject({ tokens: 8192, source: "live", rejected: [{ tokens: 100_000 }] });
  expect(decision?.notice).toMatch(/8192 tokens.*never widens.*100000 tokens.*not used/);
});

it("has nothing to say when both agree", () => {
  expect(decideWindow([live], [override(8192)])).not.toHaveProperty("notice");
});
