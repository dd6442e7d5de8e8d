/**
 * Why an answer ended, in the words of every server that is known. Only what stands here as good ends an answer well: a
 * word that nobody has met may as well mean that the answer is cut.
 */
import type { FinishReason } from "../provider/events.js";

/** What a server's word means. `failed`: what came is no answer, however whole it looks. */
export type Ending = Exclude<FinishReason, "cancelled"> | "failed";

interface FinishWord {
  /** In lower case with underscores; other spellings of the same word are brought into this form. */
  word: string;
  means: Ending;
  /** Who says it. */
  vendor: string;
}

export const FINISH_WORDS: readonly FinishWord[] = [
  { word: "stop", means: "stop", vendor: "OpenAI and all who follow it; Gemini in upper case" },
  { word: "end_turn", means: "stop", vendor: "Anthropic, Bedrock" },
  { word: "stop_sequence", means: "stop", vendor: "Anthropic, Bedrock, Cohere, TGI" },
  { word: "eos", means: "stop", vendor: "Together, llama.cpp" },
  { word: "eos_token", means: "stop", vendor: "TGI, DeepInfra" },
  { word: "eos_found", means: "stop", vendor: "LM Studio" },
  { word: "stop_string_found", means: "stop", vendor: "LM Studio" },
  { word: "word", means: "stop", vendor: "llama.cpp" },
  { word: "complete", means: "stop", vendor: "Cohere" },
  { word: "completed", means: "stop", vendor: "the Responses API" },
  { word: "finished", means: "stop", vendor: "Bedrock's Titan, `FINISH`" },
  { word: "finish", means: "stop", vendor: "Bedrock's Titan" },
  { word: "endoftext", means: "stop", vendor: "AI21" },

  { word: "length", means: "length", vendor: "OpenAI and all who follow it" },
  { word: "max_tokens", means: "length", vendor: "Anthropic, Bedrock, Cohere, Gemini" },
  { word: "max_output_tokens", means: "length", vendor: "the Responses API" },
  { word: "max_completion_tokens", means: "length", vendor: "proxies" },
  { word: "model_length", means: "length", vendor: "Mistral" },
  { word: "model_context_window_exceeded", means: "length", vendor: "Anthropic, Bedrock" },
  { word: "limit", means: "length", vendor: "llama.cpp" },
  { word: "max_predicted_tokens_reached", means: "length", vendor: "LM Studio" },
  { word: "context_length_reached", means: "length", vendor: "LM Studio" },
  { word: "token_limit_reached", means: "length", vendor: "Cerebras" },

  { word: "tool_calls", means: "tool_calls", vendor: "OpenAI and all who follow it; LM Studio" },
  { word: "tool_call", means: "tool_calls", vendor: "Cohere" },
  { word: "function_call", means: "tool_calls", vendor: "OpenAI before 2024" },
  { word: "tool_use", means: "tool_calls", vendor: "Anthropic, Bedrock" },

  { word: "content_filter", means: "content_filter", vendor: "OpenAI, Azure" },
  { word: "content_filtered", means: "content_filter", vendor: "Bedrock" },
  { word: "guardrail_intervened", means: "content_filter", vendor: "Bedrock" },
  { word: "refusal", means: "content_filter", vendor: "Anthropic" },
  { word: "sensitive", means: "content_filter", vendor: "Zhipu" },
  { word: "safety", means: "content_filter", vendor: "Gemini" },
  { word: "image_safety", means: "content_filter", vendor: "Gemini" },
  { word: "recitation", means: "content_filter", vendor: "Gemini" },
  { word: "blocklist", means: "content_filter", vendor: "Gemini" },
  { word: "prohibited_content", means: "content_filter", vendor: "Gemini" },
  { word: "spii", means: "content_filter", vendor: "Gemini" },
  { word: "error_toxic", means: "content_filter", vendor: "Cohere" },

  { word: "error", means: "failed", vendor: "OpenRouter, Mistral, Cohere, vLLM" },
  { word: "error_limit", means: "failed", vendor: "Cohere" },
  { word: "abort", means: "failed", vendor: "vLLM, SGLang" },
  { word: "aborted", means: "failed", vendor: "proxies" },
  { word: "cancelled", means: "failed", vendor: "Triton, the Responses API" },
  { word: "canceled", means: "failed", vendor: "proxies" },
  { word: "user_cancel", means: "failed", vendor: "Cohere" },
  { word: "user_stopped", means: "failed", vendor: "LM Studio" },
  { word: "model_unloaded", means: "failed", vendor: "LM Studio" },
  { word: "failed", means: "failed", vendor: "LM Studio, the Responses API" },
  { word: "incomplete", means: "failed", vendor: "the Responses API" },
  { word: "timeout", means: "failed", vendor: "Cohere, proxies" },
  { word: "network_error", means: "failed", vendor: "Zhipu" },
  { word: "insufficient_system_resource", means: "failed", vendor: "DeepSeek" },
  { word: "repetition_truncation", means: "failed", vendor: "Mistral, vLLM" },
  { word: "pause_turn", means: "failed", vendor: "Anthropic" },
  { word: "malformed_function_call", means: "failed", vendor: "Gemini" },
  { word: "malformed_model_output", means: "failed", vendor: "Bedrock" },
  { word: "malformed_tool_use", means: "failed", vendor: "Bedrock" },
  { word: "unexpected_tool_call", means: "failed", vendor: "Gemini" },
  { word: "too_many_tool_calls", means: "failed", vendor: "Gemini" },
  { word: "finish_reason_unspecified", means: "failed", vendor: "Gemini" },
  { word: "other", means: "failed", vendor: "Gemini" },
  { word: "load", means: "failed", vendor: "Ollama" },
  { word: "unload", means: "failed", vendor: "Ollama" },
];

const MEANINGS: ReadonlyMap<string, Ending> = new Map(FINISH_WORDS.map(({ word, means }) => [word, means]));
/** Written while the answer goes on, by servers that cannot leave the field out. */
const UNSAID: ReadonlySet<string> = new Set(["", "null", "none", "undefined"]);

const plain = (text: string): string =>
  text
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** The reason as text; undefined while the server has given none. */
export function finishWord(value: unknown): string | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  const word = typeof value === "string" ? value.trim() : (JSON.stringify(value) ?? "");
  return UNSAID.has(word.toLowerCase()) ? undefined : word.slice(0, 80);
}

/** What a reason means; undefined for one that nobody has met. */
export const endingOf = (word: string): Ending | undefined => MEANINGS.get(plain(word));

/** A server that hands another's reason on may have smoothed it over: the worse one of the two is the truth. */
const WORSE: readonly Ending[] = ["failed", "content_filter", "length"];

export function worse(said: Ending, native: Ending | undefined): Ending {
  return WORSE.find((ending) => ending === said || ending === native) ?? said;
}
