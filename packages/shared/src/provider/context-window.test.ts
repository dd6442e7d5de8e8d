import { describe, expect, it } from "vitest";
import { asTokens, chooseWindow } from "./context-window.js";

describe("asTokens", () => {
  it.each([
    [4096, 4096],
    ["8192", 8192],
    [0, undefined],
    [-1, undefined],
    [1.5, undefined],
    ["", undefined],
    ["many", undefined],
    [null, undefined],
    [Number.NaN, undefined],
    [Infinity, undefined],
    [{}, undefined],
    [true, undefined],
  ])("reads %j as %j", (value, tokens) => {
    expect(asTokens(value)).toBe(tokens);
  });
});

describe("chooseWindow", () => {
  it("takes the first usable candidate and keeps the others for the explanation", () => {
    const live = { tokens: null, source: "live", detail: "l" };
    const catalog = { tokens: 10, source: "catalog", detail: "c" };
    const env = { tokens: "20", source: "env", detail: "e" };
    expect(chooseWindow([live, catalog, env])).toEqual({ ...catalog, rejected: [{ ...env, tokens: 20 }] });
  });

  it("never invents a number", () => {
    expect(chooseWindow([])).toBeUndefined();
    expect(chooseWindow([{ tokens: 0, source: "x", detail: "" }])).toBeUndefined();
  });
});
