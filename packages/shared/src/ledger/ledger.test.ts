import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Budget, BudgetExceededError, dollars } from "./budget.js";
import { type LedgerEntry, ledgerEntry } from "./entry.js";
import { Ledger } from "./ledger.js";
import { summarize } from "./summary.js";

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "ledger-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const entry = (time: string, rest: Partial<LedgerEntry> = {}): LedgerEntry => ({
  time,
  provider: "gateway",
  model: "m",
  folder: "/a",
  prompt_tokens: 10,
  output_tokens: 5,
  duration_ms: 100,
  retries: 0,
  finish: "stop",
  ...rest,
});

describe("the ledger", () => {
  it("keeps entries in private files, one a month, oldest first", () => {
    const ledger = new Ledger(path.join(folder, "usage"));
    ledger.append(entry("2026-11-01T10:00:00.000Z"));
    ledger.append(entry("2026-10-31T10:00:00.000Z"));
    const times = [...ledger.entries()].map(({ time }) => time.slice(0, 10));
    expect(times).toEqual(["2026-10-31", "2026-11-01"]);
    expect([...ledger.entries("2026-11-01")]).toHaveLength(1);
    expect(statSync(path.join(folder, "usage", "2026-11.jsonl")).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(folder, "usage")).mode & 0o777).toBe(0o700);
  });

  it("loses one line at most to a torn write, and never the one after it", () => {
    const ledger = new Ledger(folder);
    ledger.append(entry("2026-11-01T10:00:00.000Z"));
    appendFileSync(path.join(folder, "2026-11.jsonl"), '{"time":"2026-11-02T1');
    new Ledger(folder).append(entry("2026-11-03T10:00:00.000Z"));
    expect([...ledger.entries()].map(({ time }) => time.slice(8, 10))).toEqual(["01", "03"]);
  });

  it("says nothing where nobody states a price, and who stated it where somebody does", () => {
    const call = {
      type: "call-end" as const,
      id: 1,
      provider: "gateway",
      model: "m",
      time: "2026-11-01T10:00:00.000Z",
      duration_ms: 5,
      retries: 1,
      finish: "stop" as const,
    };
    expect(ledgerEntry(call, "/a")).not.toHaveProperty("cost");
    const priced = ledgerEntry({ ...call, cost: { usd: 0.5, source: "catalog" } }, "/a");
    expect(priced).toMatchObject({ cost: 0.5, cost_source: "catalog", retries: 1 });
    new Ledger(folder).append(priced);
    expect(readFileSync(path.join(folder, "2026-11.jsonl"), "utf8")).not.toContain("message");
  });
});

describe("usage", () => {
  it("is added up by day, model, provider and folder, unpriced requests apart", () => {
    const entries = [
      entry("2026-11-02T10:00:00.000Z", { cost: 1, cost_source: "charged" }),
      entry("2026-11-01T10:00:00.000Z", { model: "n", folder: "/b" }),
      entry("2026-11-02T11:00:00.000Z", { provider: "selfhost", failed: true, finish: "RateLimitError" }),
    ];
    expect(summarize(entries, "day").map(({ group, requests }) => [group, requests])).toEqual([
      ["2026-11-01", 1],
      ["2026-11-02", 2],
    ]);
    expect(summarize(entries, "model").map(({ group }) => group)).toEqual([
      "gateway/m",
      "gateway/n",
      "selfhost/m",
    ]);
    expect(summarize(entries, "provider")[0]).toMatchObject({
      requests: 2,
      cost: 1,
      cost_not_stated: 1,
      failed: 0,
    });
    expect(summarize(entries, "folder").map(({ group }) => group)).toEqual(["/a", "/b"]);
  });
});

describe("a budget", () => {
  const now = new Date("2026-11-15T12:00:00Z");

  it("refuses when the day's or the month's limit is reached, also by another process", () => {
    const ledger = new Ledger(folder);
    const budget = new Budget({ day: 1, month: 3 }, ledger);
    budget.check(now);
    new Ledger(folder).append(entry("2026-11-15T10:00:00.000Z", { cost: 1 }));
    expect(() => budget.check(now)).toThrow(BudgetExceededError);
    expect(() => budget.check(now)).toThrow(/a day is used up: \$1\.00 were spent in 2026-11-15/);
    budget.check(new Date("2026-11-16T00:00:01Z"));
    ledger.append(entry("2026-11-14T10:00:00.000Z", { cost: 2 }));
    expect(() => budget.check(new Date("2026-11-16T00:00:02Z"))).toThrow(/a month is used up/);
    budget.check(new Date("2026-12-01T00:00:00Z"));
  });

  it("writes small sums with the digits they need", () => {
    expect([dollars(0), dollars(0.0042), dollars(12.5)]).toEqual(["$0.00", "$0.0042", "$12.50"]);
  });
});
