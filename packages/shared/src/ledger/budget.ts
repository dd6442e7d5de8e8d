/** A limit on what may be spent in a day and in a month. It refuses before sending; what nobody states a price for costs nothing here. */
import { CreditsExhaustedError } from "../provider/errors.js";
import type { Ledger } from "./ledger.js";

/** US dollars. */
export interface BudgetLimits {
  /** For a day, by UTC. */
  day?: number;
  /** For a calendar month, by UTC. */
  month?: number;
}

/** The budget of the profile is used up. Raise it, or wait for the next day or month. */
export class BudgetExceededError extends CreditsExhaustedError {
  static override readonly name: string = "BudgetExceededError";
}

/** What may be spent in a day and in a month, held against the ledger. */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #ledger: Ledger;
  #month = "";
  #news: (() => { time: string; cost?: number }[]) | undefined;
  readonly #spentByDay = new Map<string, number>();

  constructor(limits: BudgetLimits, ledger: Ledger) {
    this.#limits = limits;
    this.#ledger = ledger;
  }

  /** Throws when a limit is reached. Days and months are those of UTC, as the ledger's. */
  check(now = new Date()): void {
    const today = now.toISOString().slice(0, 10);
    this.#read(today.slice(0, 7));
    const day = this.#spentByDay.get(today) ?? 0;
    const month = [...this.#spentByDay.values()].reduce((sum, spent) => sum + spent, 0);
    refuse("day", day, this.#limits.day, `${today} (UTC)`);
    refuse("month", month, this.#limits.month, today.slice(0, 7));
  }

  #read(month: string): void {
    if (month !== this.#month) {
      this.#month = month;
      this.#spentByDay.clear();
      this.#news = this.#ledger.follow(month);
    }
    for (const { time, cost = 0 } of this.#news?.() ?? []) {
      const day = time.slice(0, 10);
      this.#spentByDay.set(day, (this.#spentByDay.get(day) ?? 0) + cost);
    }
  }
}

function refuse(name: "day" | "month", spent: number, limit: number | undefined, period: string): void {
  if (limit === undefined || spent < limit) return;
  throw new BudgetExceededError(
    `The budget of ${dollars(limit)} a ${name} is used up: ${dollars(spent)} were spent in ${period}. Nothing was sent. ` +
      `Raise "budget: { ${name}: … }" in the profile, or wait; "fw usage" shows what it went into.`,
  );
}

/** `$0.0042`, `$12.50`: enough digits to tell small sums apart. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && Math.abs(usd) < 1 ? 4 : 2)}`;
}
