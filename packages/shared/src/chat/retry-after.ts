/** How long a server asks to wait, from every place it may say so. */
import type { IncomingHttpHeaders } from "node:http";
import { isRecord } from "../provider/untrusted.js";
import type { ServerMessage } from "./server-message.js";

/** Larger numbers are moments, not spans: seconds since 1970, or milliseconds. */
const MOMENT_S = 1e9;
const MOMENT_MS = 1e11;
const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };
/** When a limit is reached, its reset is when to come back; the one with nothing left counts before the others. */
const RESETS = [
  { reset: "x-ratelimit-reset-requests", remaining: "x-ratelimit-remaining-requests" },
  { reset: "x-ratelimit-reset-tokens", remaining: "x-ratelimit-remaining-tokens" },
  { reset: "x-ratelimit-reset", remaining: "x-ratelimit-remaining" },
  { reset: "x-rate-limit-reset", remaining: "x-rate-limit-remaining" },
  { reset: "ratelimit-reset", remaining: "ratelimit-remaining" },
  { reset: "anthropic-ratelimit-requests-reset", remaining: "anthropic-ratelimit-requests-remaining" },
  { reset: "anthropic-ratelimit-tokens-reset", remaining: "anthropic-ratelimit-tokens-remaining" },
];

/** `1m30.5s`, `20ms`, `6 minutes`. */
function span(text: string): number | undefined {
  let total = 0;
  const pattern =
    /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|h|hours?|d|days?|m|min|minutes?|s|sec|seconds?)(?![a-z])/giy;
  let end = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const unit = (match[2] ?? "").toLowerCase();
    total +=
      Number(match[1]) * (UNITS[unit.startsWith("mil") ? "ms" : unit === "ms" ? unit : unit.charAt(0)] ?? 0);
    end = pattern.lastIndex;
    while (/[\s,]/.test(text.charAt(end))) end += 1;
    pattern.lastIndex = end;
  }
  return end === 0 ? undefined : total;
}

function seconds(value: unknown, now: number): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  // A header that came twice is joined by a comma; a date has one too.
  const text = String(value)
    .trim()
    .replace(/^(\d+(?:\.\d+)?)\s*,.*$/, "$1");
  if (text === "") return undefined;
  const number = Number(text);
  if (Number.isFinite(number)) {
    if (number > MOMENT_MS) return Math.max(0, (number - now) / 1000);
    return Math.max(0, number > MOMENT_S ? number - now / 1000 : number);
  }
  const words = span(text);
  if (words !== undefined) return words;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

type Headers = ReadonlyMap<string, unknown>;

function ofHeaders(headers: Headers, now: number): number | undefined {
  for (const name of ["retry-after-ms", "x-ms-retry-after-ms"]) {
    const milliseconds = seconds(headers.get(name), now);
    if (milliseconds !== undefined) return milliseconds / 1000;
  }
  return seconds(headers.get("retry-after"), now);
}

function ofResets(headers: Headers, now: number): number | undefined {
  const found = RESETS.flatMap(({ reset, remaining }) => {
    const wait = seconds(headers.get(reset), now);
    const left = headers.get(remaining);
    return wait === undefined ? [] : [{ wait, isSpent: left !== undefined && Number(left) <= 0 }];
  });
  const spent = found.filter(({ isSpent }) => isSpent);
  const waits = (spent.length > 0 ? spent : found).map(({ wait }) => wait);
  if (waits.length > 0) return Math.max(...waits);
  // `"default";r=0;t=30` and `limit=10, remaining=0, reset=30`.
  const policy = headers.get("ratelimit");
  const combined =
    typeof policy === "string" ? /(?:;\s*t|\breset)\s*=\s*(\d+)/i.exec(policy)?.[1] : undefined;
  return combined === undefined ? undefined : Number(combined);
}

const mapOf = (headers: object): Headers =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as unknown]));

/** Seconds, or undefined without a hint. `now` is the clock in milliseconds; resets of limits count only where one was met. */
export function readRetryAfter(
  headers: IncomingHttpHeaders,
  message: ServerMessage,
  now = Date.now(),
  isLimit = true,
): number | undefined {
  const own = mapOf(headers);
  const nested = mapOf(message.headers ?? {});
  return (
    ofHeaders(own, now) ??
    ofHeaders(nested, now) ??
    ofFields(message, now) ??
    spokenHint(message.text) ??
    (isLimit ? (ofResets(own, now) ?? ofResets(nested, now)) : undefined)
  );
}

/** `retry_after` beside the words, or Google's `retryDelay` in the details. */
function ofFields({ fields }: ServerMessage, now: number): number | undefined {
  const milliseconds = seconds(fields["retry_after_ms"], now);
  if (milliseconds !== undefined) return milliseconds / 1000;
  const direct = seconds(fields["retry_after"] ?? fields["retryAfter"], now);
  if (direct !== undefined) return direct;
  const details = Array.isArray(fields["details"]) ? fields["details"].filter(isRecord) : [];
  return details.map(({ retryDelay }) => seconds(retryDelay, now)).find((delay) => delay !== undefined);
}

/** `Please wait 60 seconds before retrying`, `try again in 0m3s`: some services say it in words only. */
function spokenHint(text: string): number | undefined {
  const match =
    /(?:wait(?: for)?|(?:try again|retry|retrying|available|resets?) (?:in|after)) (?:about )?(\d.*)/i.exec(
      text,
    );
  return match?.[1] === undefined ? undefined : span(match[1]);
}
