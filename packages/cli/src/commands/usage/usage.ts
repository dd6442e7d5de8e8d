/** `fw usage`: what was asked, how much of it, and what it cost. */
import { dollars, type Grouping, GROUPINGS, summarize, type UsageRow } from "@framework/shared/ledger";
import { ConfigurationError } from "@framework/shared";
import { displayWidth } from "@framework/shared/terminal";
import { ledgerOf } from "../../configure/recorded.js";
import { remark, say, sayJson } from "../../output/print.js";
import { oneLine } from "../../output/one-line.js";

interface UsageFlags {
  by: string;
  since?: string;
  json?: boolean;
  csv?: boolean;
}

export function usage(flags: UsageFlags): void {
  const by = GROUPINGS.find((name) => name === flags.by);
  if (!by) throw new ConfigurationError(`--by takes ${GROUPINGS.join(", ")}, not "${flags.by}".`);
  if (flags.since !== undefined && !/^\d{4}-\d{2}(?:-\d{2})?$/.test(flags.since)) {
    throw new ConfigurationError(
      `--since takes a day (2026-11-01) or a month (2026-11), not "${flags.since}".`,
    );
  }
  const rows = summarize(ledgerOf(process.env).entries(flags.since), by);
  if (flags.json)
    sayJson(
      rows.map(({ group, ...sums }) => ({ [by]: group, ...sums })),
      2,
    );
  else if (flags.csv) csvLines(rows, by).forEach(say);
  else if (rows.length === 0) remark("Nothing was used yet.");
  else tableLines(rows, by, process.stdout.columns ?? 80).forEach(say);
}

const SUMS = [
  "requests",
  "failed",
  "prompt_tokens",
  "output_tokens",
  "cached_tokens",
  "reasoning_tokens",
  "cost",
  "cost_not_stated",
] as const;

function csvLines(rows: readonly UsageRow[], by: Grouping): string[] {
  // A cell that begins like a formula would be one to a spreadsheet.
  const cell = (text: string) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return [
    [by, ...SUMS].join(","),
    ...rows.map((row) => [cell(row.group), ...SUMS.map((sum) => row[sum])].join(",")),
  ];
}

/** A line a group, with a bar as long as its share of the largest. */
function tableLines(rows: readonly UsageRow[], by: Grouping, columns: number): string[] {
  const cells = rows.map((row) => [
    oneLine(row.group),
    `${row.requests}${row.failed > 0 ? ` (${row.failed} failed)` : ""}`,
    count(row.prompt_tokens),
    count(row.output_tokens),
    costOf(row),
  ]);
  const head = [by, "requests", "tokens in", "out", "cost"];
  const widths = head.map((title, place) =>
    Math.max(...[head, ...cells].map((line) => displayWidth(line[place] ?? title))),
  );
  const line = (parts: readonly string[]) =>
    parts.map((part, place) => pad(part, widths[place] ?? 0, place > 0)).join("  ");
  const room = Math.min(30, columns - displayWidth(line(head)) - 3);
  const weigh = rows.some(({ cost }) => cost > 0)
    ? ({ cost }: UsageRow) => cost
    : (row: UsageRow) => row.prompt_tokens + row.output_tokens;
  const most = Math.max(...rows.map(weigh), Number.MIN_VALUE);
  return [
    line(head),
    ...rows.map((row, place) => `${line(cells[place] ?? [])}  ${bar(weigh(row) / most, room)}`.trimEnd()),
  ];
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar in eighths of a cell; none where there is no room for one. */
function bar(share: number, room: number): string {
  if (room < 5) return "";
  const eighths = Math.round(share * room * 8);
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

function costOf({ cost, cost_not_stated: unpriced, requests, failed }: UsageRow): string {
  if (unpriced === requests - failed) return requests === failed ? "-" : "not stated";
  return `${dollars(cost)}${unpriced > 0 ? ` + ${unpriced} not stated` : ""}`;
}

const count = (tokens: number): string =>
  tokens < 10_000
    ? String(tokens)
    : tokens < 10_000_000
      ? `${(tokens / 1000).toFixed(0)}k`
      : `${(tokens / 1e6).toFixed(1)}M`;

const pad = (text: string, width: number, isNumber: boolean): string => {
  const blanks = " ".repeat(Math.max(0, width - displayWidth(text)));
  return isNumber ? blanks + text : text + blanks;
};
