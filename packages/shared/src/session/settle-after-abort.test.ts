import { expect, it } from "vitest";
import { settleAfterAbort } from "./settle-after-abort.js";

const never = () => new Promise<string>(() => {});
const options = { graceMs: 0, otherwise: "left" };

it("gives the result of work that ends", async () => {
  const { signal } = new AbortController();
  expect(await settleAfterAbort(Promise.resolve("done"), signal, options)).toBe("done");
  await expect(settleAfterAbort(Promise.reject(new Error("no")), signal, options)).rejects.toThrow("no");
});

it("leaves work behind that ignores an abort, before or while it runs", async () => {
  const abort = new AbortController();
  const running = settleAfterAbort(never(), abort.signal, options);
  abort.abort();
  expect(await running).toBe("left");
  expect(await settleAfterAbort(never(), abort.signal, { ...options, graceMs: 1 })).toBe("left");
});

it("waits for work that ends within the grace", async () => {
  const abort = new AbortController();
  const work = new Promise<string>((resolve) =>
    abort.signal.addEventListener("abort", () => setImmediate(() => resolve("ended by itself"))),
  );
  const running = settleAfterAbort(work, abort.signal, { graceMs: 60_000, otherwise: "left" });
  abort.abort();
  expect(await running).toBe("ended by itself");
});
