/**
 * Windows of model families whose catalog entry states none. Each row is a published figure, rounded down to the "K" the
 * vendor advertises; a model that no row names has no known window.
 */
import type { WindowCandidate } from "../../../provider/context-window.js";

export interface ModelFamily {
  family: string;
  tokens: number;
  /** Matches ids with their vendor, and bare deployment names of Azure-style endpoints. */
  pattern: RegExp;
}

/** The windows of families whose catalog entries state none, each as its vendor published it. */
export const modelFamilies: readonly ModelFamily[] = [
  {
    family: "OpenAI GPT-4o, GPT-4o mini, o1-mini, o1-preview",
    tokens: 128_000,
    pattern: /^((azure-)?openai\/)?(gpt-4o(-mini)?(-\d{4}-\d{2}-\d{2})?|o1-(mini|preview))$/,
  },
  {
    family: "Anthropic Claude 3 Opus, Claude 3.5 Sonnet, Claude 3 and 3.5 Haiku",
    tokens: 200_000,
    pattern: /^(anthropic\/)?claude-(3-opus|3[.-]5-sonnet|3([.-]5)?-haiku)(-\d{8})?$/,
  },
  {
    family: "Google Gemini 1.5 Pro, Gemini 1.5 Flash",
    tokens: 1_000_000,
    pattern: /^(google\/)?gemini-1[.-]5-(pro|flash)(-\d{3})?$/,
  },
  {
    family: "Meta Llama 3.1 405B, 70B, 8B",
    tokens: 128_000,
    pattern: /^(meta(-llama)?\/)?(meta-)?llama-3[.-]1-(405b|70b|8b)(-instruct)?$/,
  },
  {
    // Dated releases after 2402 have larger windows, which their catalog entries state.
    family: "Mistral Large, Mistral Small",
    tokens: 32_000,
    pattern: /^(mistral(-?ai)?\/)?mistral-(large|small)(-2402)?$/,
  },
];

/** The window of the model's family, if the table has one. */
export function familyWindow(model: string): WindowCandidate | undefined {
  const match = modelFamilies.find(({ pattern }) => pattern.test(model.toLowerCase()));
  return match && { tokens: match.tokens, source: "family", detail: `published window of ${match.family}` };
}
