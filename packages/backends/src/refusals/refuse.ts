/** Answers that refuse, in a backend's own words. */
import type { Exchange } from "../http/exchange.js";
import type { Refusal, Words } from "./problem.js";

/** Answers with an error in the backend's own words. */
export function refuse(exchange: Exchange, words: Words, refusal: Refusal): void {
  const { status, body, headers } = "kind" in refusal ? words.answer(refusal) : refusal;
  exchange.json(status, body, { ...headers });
}
