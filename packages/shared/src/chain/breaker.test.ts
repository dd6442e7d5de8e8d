import { describe, expect, it } from "vitest";
import { Breaker } from "./breaker.js";

const failTimes = (breaker: Breaker, times: number, now: number) => {
  for (let count = 0; count < times; count += 1) {
    breaker.begin();
    breaker.fail(undefined, now);
  }
};

describe("a breaker", () => {
  it("lets a backend alone after three failures, then probes it with one request", () => {
    const breaker = new Breaker();
    failTimes(breaker, 2, 0);
    expect(breaker.refusal(0)).toBeUndefined();
    failTimes(breaker, 1, 0);
    expect(breaker.refusal(1_000)).toMatch(/failed 3 times in a row \(next try in 14 s\)/);
    expect(breaker.refusal(15_000)).toBeUndefined();
    breaker.begin();
    expect(breaker.refusal(15_001)).toMatch(/being probed/);
    breaker.succeed();
    expect(breaker.refusal(15_002)).toBeUndefined();
  });

  it("waits longer after a probe that failed", () => {
    const breaker = new Breaker();
    failTimes(breaker, 3, 0);
    failTimes(breaker, 1, 15_000);
    expect(breaker.refusal(44_999)).toBeDefined();
    expect(breaker.refusal(45_000)).toBeUndefined();
  });

  it("obeys the backend's own hint up to five minutes", () => {
    const breaker = new Breaker();
    failTimes(breaker, 2, 0);
    breaker.fail(60, 0);
    expect(breaker.refusal(59_000)).toBeDefined();
    breaker.fail(86_400, 0);
    expect(breaker.refusal(300_000)).toBeUndefined();
  });

  it("does not count a probe that was cancelled", () => {
    const breaker = new Breaker();
    failTimes(breaker, 3, 0);
    breaker.begin();
    breaker.leave();
    expect(breaker.refusal(15_000)).toBeUndefined();
  });
});
