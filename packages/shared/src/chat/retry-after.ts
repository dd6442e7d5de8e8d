/** How long a server asks to wait, from every place it may say so. */
import type { IncomingHttpHeaders } from "node:http";
import type { ServerMessage } from "./server-message.js";

function seconds(value: unknown, now: number): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = Number(value);
  if (String(value).trim() !== "" && Number.isFinite(number)) return Math.max(0, number);
  const date = Date.parse(String(value));
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Seconds, or undefined without a hint. `now` is the clock in milliseconds. */
export function readRetryAfter(
  headers: IncomingHttpHeaders,
  message: ServerMessage,
  now = Date.now(),
): number | undefined {
  const milliseconds = seconds(headers["retry-after-ms"], now);
  if (milliseconds !== undefined) return milliseconds / 1000;
  const direct = seconds(headers["retry-after"], now);
  if (direct !== undefined) return direct;
  return nestedHint(message.metadata["headers"], now) ?? spokenHint(message.text);
}

/** `Please wait 60 seconds before retrying`: some services say it in words only. */
function spokenHint(text: string): number | undefined {
  const match = /(?:wait|(?:try again|retry) (?:in|after)) (\d+(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?\b/i.exec(text);
  return match ? Number(match[1]) : undefined;
}

/** The headers of a vendor behind a gateway, handed on inside the body. */
function nestedHint(nested: unknown, now: number): number | undefined {
  if (typeof nested !== "object" || nested === null) return undefined;
  const lower = new Map(
    Object.entries(nested).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  );
  const nestedMs = seconds(lower.get("retry-after-ms"), now);
  if (nestedMs !== undefined) return nestedMs / 1000;
  const reset = seconds(lower.get("x-ratelimit-reset"), now);
  // A reset time is a moment in milliseconds since 1970.
  const untilReset = reset !== undefined && reset > 1e9 ? Math.max(0, (reset - now) / 1000) : undefined;
  return seconds(lower.get("retry-after"), now) ?? untilReset;
}
