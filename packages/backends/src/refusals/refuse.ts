/** Answers that refuse, in a backend's own words. */
import type { Exchange } from "../http/exchange.js";
import type { ErrorAnswer, Problem, Words } from "./problem.js";

/** Answers with an error in the backend's own words. */
export function refuse(exchange: Exchange, words: Words, problem: Problem): void {
  sendError(exchange, words.answer(problem));
}

/** Answers with an error that is worded already. */
export function sendError(exchange: Exchange, answer: ErrorAnswer): void {
  exchange.json(answer.status, answer.body, { ...answer.headers });
}
