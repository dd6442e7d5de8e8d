/** What a batch would take, without sending any of it: tokens as a range, and the cost where prices are stated. */
import { estimatePrompt, type Prices } from "@framework/shared";
import { dollars } from "@framework/shared/ledger";
import { readChatRequest } from "../serve/chat-request.js";
import type { BatchRequest } from "./batch-line.js";

export interface Estimate {
  requests: number;
  low: number;
  high: number;
  /** Tokens of answers at most, where every request bounds its own. */
  output: number | undefined;
  /** US dollars for the prompts, and at most for all; undefined where a price is not stated. */
  cost: { prompts: number; all: number | undefined } | undefined;
}

/** Adds up what the requests would take; `pricesOf` connects to a model and reads its prices. */
export async function estimateBatch(
  requests: AsyncIterable<BatchRequest>,
  pricesOf: (model: string) => Promise<Prices | undefined>,
): Promise<Estimate> {
  const sum = { requests: 0, low: 0, high: 0, output: 0, prompts: 0, answers: 0 };
  let isBounded = true;
  let isPriced = true;
  for await (const { body } of requests) {
    const { model, messages, options } = readChatRequest({ model: "default", ...body });
    const { low, high } = estimatePrompt(messages, options.tools);
    const prices = await pricesOf(model);
    sum.requests += 1;
    sum.low += low;
    sum.high += high;
    if (options.maxTokens === undefined) isBounded = false;
    else sum.output += options.maxTokens;
    if (prices) {
      sum.prompts += high * prices.prompt;
      sum.answers += (options.maxTokens ?? 0) * prices.answer;
    } else isPriced = false;
  }
  return {
    requests: sum.requests,
    low: Math.floor(sum.low),
    high: Math.ceil(sum.high),
    output: isBounded ? sum.output : undefined,
    cost: isPriced
      ? { prompts: sum.prompts, all: isBounded ? sum.prompts + sum.answers : undefined }
      : undefined,
  };
}

export function estimateLines({ requests, low, high, output, cost }: Estimate): string[] {
  const answers =
    output === undefined ? "not bounded: no max_tokens in some requests" : `at most ${output} tokens`;
  const price =
    cost &&
    `at most ${dollars(cost.prompts)} for the prompts${cost.all === undefined ? "" : `, ${dollars(cost.all)} with the answers`}`;
  return [
    `Requests: ${requests}`,
    `Prompts:  ${low} to ${high} tokens (estimated)`,
    `Answers:  ${answers}`,
    `Cost:     ${price ?? "not stated by the backend"}`,
  ];
}
