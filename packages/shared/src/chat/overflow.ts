/** How servers say that a prompt does not fit, each with who says it and a sample of the words. */
import type { ServerMessage } from "./server-message.js";

interface OverflowPattern {
  vendor: string;
  pattern: RegExp;
  sample: string;
}

/** Types and codes of errors; these need no words. */
const OVERFLOW_CODES =
  /context_length_exceeded|token_limit_exceeded|string_too_long|max_tokens_exceeded|context_window|exceed_context_size/;

export const OVERFLOW_PATTERNS: readonly OverflowPattern[] = [
  {
    vendor: "OpenAI, vLLM, Mistral",
    pattern: /maximum context length/i,
    sample: "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens",
  },
  {
    vendor: "vLLM",
    pattern: /longer than the maximum model length/i,
    sample: "The decoder prompt (length 9000) is longer than the maximum model length of 4096",
  },
  {
    vendor: "LM Studio",
    pattern: /context length of only \d+/i,
    sample:
      "Trying to keep the first 9000 tokens when context the overflows, with a context length of only 4096",
  },
  {
    vendor: "LM Studio",
    pattern: /greater than the context length/i,
    sample: "The number of tokens to keep from the initial prompt is greater than the context length",
  },
  {
    vendor: "llama.cpp",
    pattern: /exceeds? (the )?(model'?s? |available )?(maximum )?context/i,
    sample: "the request exceeds the available context size, try increasing it",
  },
  {
    vendor: "LiteLLM",
    pattern: /ContextWindowExceeded/i,
    sample: "litellm.ContextWindowExceededError: litellm.BadRequestError: the prompt has 9000 tokens",
  },
  {
    vendor: "SGLang",
    pattern: /is longer than the model'?s? context length/i,
    sample: "The input (9000 tokens) is longer than the model's context length (4096 tokens).",
  },
  {
    vendor: "SGLang",
    pattern: /requested token count exceeds/i,
    sample: "Requested token count exceeds the model's maximum context length of 4096 tokens.",
  },
  {
    vendor: "TensorRT-LLM, Triton",
    pattern: /prompt length \(?\d+\)? .*(plus|exceeds|should not exceed|\+)/i,
    sample: "Prompt length (753) plus max_tokens (1540) exceeds maximum sequence length (2048)",
  },
  {
    vendor: "TensorRT-LLM",
    pattern: /exceed(s|ed)?\b.*max_(seq_len|input_len|num_tokens)/i,
    sample: "The sum of prompt length and query length should not exceed max_num_tokens (8192)",
  },
  {
    vendor: "TGI",
    pattern:
      /`inputs` (tokens \+ `max_new_tokens` )?must have (less than|<)|inputs tokens \+ max_new_tokens must be/i,
    sample:
      "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000 `inputs` tokens",
  },
  {
    vendor: "TGI",
    pattern: /`?inputs`? tokens \+ `?max_new_tokens`? must be/i,
    sample:
      "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000 `inputs` tokens and 20 `max_new_tokens`",
  },
  {
    vendor: "Gemini",
    pattern: /input token count .*exceeds the maximum/i,
    sample: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  },
  {
    vendor: "Anthropic, Bedrock",
    pattern: /prompt is too long|input is too long/i,
    sample: "prompt is too long: 210000 tokens > 200000 maximum",
  },
  {
    vendor: "Cohere, Groq",
    pattern: /too many tokens|reduce the length of the (messages|prompt)/i,
    sample: "Please reduce the length of the messages or completion.",
  },
  {
    vendor: "Ollama, DeepSeek, xAI",
    pattern:
      /(prompt|input|context|messages?)( length| size| tokens)?.{0,40}(exceed|too (long|large)).{0,60}(context|window|token limit)/i,
    sample: "input length exceeds the maximum context window",
  },
];

/** Whether a server's words mean that the prompt does not fit. */
export function isContextOverflow({ type, code, text }: ServerMessage): boolean {
  if (OVERFLOW_CODES.test(type) || OVERFLOW_CODES.test(code)) return true;
  return OVERFLOW_PATTERNS.some(({ pattern }) => pattern.test(text));
}
