import { describe, expect, it } from "vitest";
import { AuthenticationError, CancelledError, ConnectionError, RateLimitError } from "../provider/errors.js";
import { retryDelay, withRetries } from "./retry.js";

const never = new AbortController().signal;

describe("retryDelay", () => {
  it("doubles from one second up to a cap, with full jitter", () => {
    const longest = [1, 2, 3, 4, 5, 6, 9].map((attempt) => retryDelay(attempt, undefined, () => 1));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(retryDelay(3, undefined, () => 0)).toBe(0);
  });

  it("obeys a longer hint", () => {
    expect(retryDelay(1, 120, () => 1)).toBe(120_000);
    expect(retryDelay(3, 1, () => 1)).toBe(4000);
  });
});

describe("withRetries", () => {
  const failing = (error: Error, until = Number.POSITIVE_INFINITY) => {
    let tries = 0;
    return {
      attempt: () => {
        tries += 1;
        return tries <= until ? Promise.reject(error) : Promise.resolve("fine");
      },
      tries: () => tries,
    };
  };
  const restarts: number[] = [];
  const onRestart = ({ attempt }: { attempt: number }) => void restarts.push(attempt);

  it("tells before each new try and gives up after the last", async () => {
    restarts.length = 0;
    const flaky = failing(new ConnectionError("down", { retryAfter: 0 }), 1);
    await expect(withRetries(flaky.attempt, { retries: 4, signal: never, onRestart })).resolves.toBe("fine");
    expect(restarts).toEqual([2]);
    const dead = failing(new ConnectionError("down"));
    await expect(withRetries(dead.attempt, { retries: 0, signal: never, onRestart })).rejects.toThrow("down");
    expect(dead.tries()).toBe(1);
  });

  it("does not try again what cannot get better", async () => {
    const refused = failing(new AuthenticationError("no"));
    await expect(withRetries(refused.attempt, { retries: 4, signal: never, onRestart })).rejects.toThrow(
      "no",
    );
    expect(refused.tries()).toBe(1);
  });

  it("ends the wait at once when it is cancelled", async () => {
    const abort = new AbortController();
    const limited = failing(new RateLimitError("slow down", { retryAfter: 30 }));
    const running = withRetries(limited.attempt, {
      retries: 4,
      signal: abort.signal,
      onRestart: () => abort.abort(),
    });
    await expect(running).rejects.toBeInstanceOf(CancelledError);
  });

  it("fails at once when the wait would pass the deadline, with the wait in the message", async () => {
    const limited = failing(new RateLimitError("slow down.", { retryAfter: 30 }));
    const running = withRetries(limited.attempt, {
      retries: 4,
      signal: never,
      deadlineAt: performance.now() + 1000,
      onRestart,
    });
    await expect(running).rejects.toThrow(/waiting 30 s would pass the deadline/);
    expect(limited.tries()).toBe(1);
  });

  it("fails at once when the server asks for more than a minute, or than the caller allows", async () => {
    const limited = failing(new RateLimitError("slow down.", { retryAfter: 61 }));
    const running = withRetries(limited.attempt, { retries: 4, signal: never, onRestart });
    await expect(running).rejects.toMatchObject({
      message: expect.stringContaining("longer than 60 s"),
      retryAfter: 61,
    });
    expect(limited.tries()).toBe(1);
    const shorter = failing(new RateLimitError("slow down.", { retryAfter: 2 }));
    const options = { retries: 4, signal: never, onRestart, longestHintMs: 1000 };
    await expect(withRetries(shorter.attempt, options)).rejects.toThrow("longer than 1 s");
  });

  it("begins no try after the time that one call may take", async () => {
    const dead = failing(new ConnectionError("down.", { retryAfter: 0.2 }));
    const options = { retries: 4, signal: never, onRestart, totalMs: 100 };
    await expect(withRetries(dead.attempt, options)).rejects.toThrow("0.1 s are the most");
    expect(dead.tries()).toBe(1);
  });

  it("counts down while it waits", async () => {
    const limited = failing(new RateLimitError("slow down.", { retryAfter: 1.2 }), 1);
    const left: number[] = [];
    await withRetries(limited.attempt, { retries: 1, onWaiting: (seconds) => left.push(seconds) });
    expect(left).toEqual([2, 1]);
  });
});
