import { describe, expect, test } from "vitest";
import { closest, didYouMean } from "./suggest.js";

const knobs = ["host", "context_length", "api_token", "max_tokens", "load"];

describe("closest", () => {
  test.each([
    ["hst", "host"],
    ["hots", "host"],
    ["HOST", "host"],
    ["contextLength", "context_length"],
    ["context-lenght", "context_length"],
    ["max_token", "max_tokens"],
    ["apitoken", "api_token"],
  ])("%s is meant to be %s", (word, meant) => {
    expect(closest(word, knobs)).toBe(meant);
  });

  test.each(["", "zzz", "ho", "temperature", "x".repeat(10_000)])("%j resembles nothing", (word) => {
    expect(closest(word, knobs)).toBeUndefined();
  });

  test("a difference in case alone wins over a nearer spelling found earlier", () => {
    expect(closest("Models", ["model", "modelss", "MODELS"])).toBe("MODELS");
  });

  test("the nearest of several wins, wherever it stands", () => {
    expect(closest("quantisation", ["quantizatoin", "quantization"])).toBe("quantization");
    expect(closest("quantisation", ["quantization", "quantizatoin"])).toBe("quantization");
  });

  test("the question is ready to append, and empty when there is none", () => {
    expect(didYouMean("hst", knobs)).toBe(' (did you mean "host"?)');
    expect(didYouMean("zzz", knobs)).toBe("");
  });
});
