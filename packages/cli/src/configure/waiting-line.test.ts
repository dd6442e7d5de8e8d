import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WaitingLine } from "./waiting-line.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["a terminal is told after two seconds, and every second", true, 4500, ["2 s", "3 s", "4 s"]],
  ["a log is told after half a minute", false, 65_000, ["30 s", "60 s"]],
])("%s", (_, hasTerminal, time, expected) => {
  const told: string[] = [];
  const line = new WaitingLine("connecting", hasTerminal, (text) => told.push(text));
  vi.advanceTimersByTime(time);
  line.stop();
  vi.advanceTimersByTime(100_000);
  expect(told).toEqual(expected.map((seconds) => `connecting · ${seconds}`));
});

it("begins anew when something was heard", () => {
  const told: string[] = [];
  const line = new WaitingLine("connecting", true, (text) => told.push(text));
  vi.advanceTimersByTime(1900);
  line.hear();
  vi.advanceTimersByTime(1900);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(200);
  line.stop();
  expect(told).toEqual(["connecting · 4 s"]);
});
