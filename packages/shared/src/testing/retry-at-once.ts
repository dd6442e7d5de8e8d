/** Retries wait a random time between nothing and a bound: suites that are about something else throw the lowest number. */
import { afterEach, beforeEach, vi } from "vitest";

export function retryAtOnce(): void {
  beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
  afterEach(() => vi.mocked(Math.random).mockRestore());
}
