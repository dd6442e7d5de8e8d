import { afterEach, expect, it, vi } from "vitest";
import { elapsed, reportElapsed } from "./progress.js";

afterEach(() => {
  vi.useRealTimers();
});

it("tells at once and then every second how long it takes, and stops at the end", async () => {
  vi.useFakeTimers();
  const told: string[] = [];
  let finish = (_text: string) => {};
  const work = new Promise<string>((resolve) => (finish = resolve));
  const running = reportElapsed(
    "Loading",
    (text) => told.push(text),
    () => work,
  );
  await vi.advanceTimersByTimeAsync(2000);
  expect(told).toEqual(["Loading: 0 s", "Loading: 1 s", "Loading: 2 s"]);
  finish("loaded");
  expect(await running).toBe("loaded");
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toHaveLength(3);
});

it("stops when the work fails", async () => {
  vi.useFakeTimers();
  const failing = reportElapsed(
    "Loading",
    () => undefined,
    () => Promise.reject(new Error("no")),
  );
  await expect(failing).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});

it("counts minutes", () => {
  expect([0, 1499, 59_400, 60_000, 125_000].map(elapsed)).toEqual([
    "0 s",
    "1 s",
    "59 s",
    "1 min 0 s",
    "2 min 5 s",
  ]);
});
