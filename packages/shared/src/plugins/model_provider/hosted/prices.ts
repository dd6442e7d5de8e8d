/** What a catalog says a token costs. */
import type { Prices } from "../../../provider/call-events.js";
import { record } from "../../../provider/untrusted.js";

/** Prices are texts or numbers of US dollars a token; without one for each direction nothing is known. */
export function readPrices(pricing: unknown): Prices | undefined {
  const fields = record(pricing);
  const prompt = price(fields["prompt"]);
  const answer = price(fields["completion"]);
  if (prompt === undefined || answer === undefined) return undefined;
  const cached = price(fields["input_cache_read"]);
  return { prompt, answer, ...(cached !== undefined && { cached }) };
}

/** A negative price stands for "it depends". */
function price(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}
