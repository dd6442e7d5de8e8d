/** What was asked, how much of it, and what it cost. */
export { Budget, BudgetExceededError, type BudgetLimits, dollars } from "./budget.js";
export { type LedgerEntry, ledgerEntry } from "./entry.js";
export { Ledger } from "./ledger.js";
export { type Grouping, GROUPINGS, summarize, type UsageRow } from "./summary.js";
