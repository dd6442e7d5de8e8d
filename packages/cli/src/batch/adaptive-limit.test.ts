import { describe, expect, it } from "vitest";
import { AdaptiveLimit } from "./adaptive-limit.js";

const succeed = (limit: AdaptiveLimit, times: number, ms = 10) => {
  for (let count = 0; count < times; count += 1) limit.succeed(ms);
};

describe("how many requests go out at once", () => {
  it("grows while all goes well, to a bound", () => {
    const limit = new AdaptiveLimit("auto");
    const start = limit.limit;
    succeed(limit, start);
    expect(limit.limit).toBeGreaterThan(start);
    succeed(limit, 100_000);
    expect(limit.limit).toBe(256);
  });

  it("halves once for a burst of refusals, and waits as long as the backend asks", () => {
    const limit = new AdaptiveLimit("auto");
    succeed(limit, 2_000);
    const before = limit.limit;
    for (let count = 0; count < 10; count += 1) limit.overload(7, 1_000);
    expect(limit.limit).toBe(Math.floor(before / 2));
    expect(limit.waitMs(1_000)).toBe(7_000);
    expect(limit.waitMs(9_000)).toBe(0);
  });

  it("does not grow when answers take much longer than the quickest ones", () => {
    const limit = new AdaptiveLimit("auto");
    const start = limit.limit;
    limit.succeed(10);
    succeed(limit, 1_000, 100);
    expect(limit.limit).toBe(start);
  });

  it("keeps a number that was given", () => {
    const limit = new AdaptiveLimit(7);
    succeed(limit, 100);
    limit.overload(undefined);
    expect(limit.limit).toBe(7);
  });
});
