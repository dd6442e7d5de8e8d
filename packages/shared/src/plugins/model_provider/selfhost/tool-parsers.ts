/**
 * Which `--tool-call-parser` the server must have been started with, by model family. A served model that answers
 * tool requests with plain text is the sign of a wrong or missing one.
 */
export interface ToolParser {
  parser: string;
  families: string;
  /** Matches model names of these families. */
  pattern: RegExp;
}

/** The first match counts: newer and more special families stand first. */
export const toolParsers: readonly ToolParser[] = [
  { parser: "qwen3_coder", families: "Qwen 3.5, Qwen3-Coder", pattern: /qwen-?3(\.\d|.*coder)/i },
  { parser: "hermes", families: "Qwen 2.5, Qwen 3, Hermes", pattern: /qwen|hermes/i },
  { parser: "mistral", families: "Mistral Instruct", pattern: /mistral|mixtral|ministral|devstral/i },
  { parser: "llama4_pythonic", families: "Llama 4", pattern: /llama-?4/i },
  { parser: "pythonic", families: "Llama 3.2", pattern: /llama-?3[._-]2/i },
  { parser: "llama3_json", families: "Llama 3.1, Llama 3.3", pattern: /llama-?3/i },
  { parser: "granite4", families: "IBM Granite 4", pattern: /granite-?4/i },
  { parser: "granite", families: "IBM Granite", pattern: /granite/i },
  { parser: "deepseek_v4", families: "DeepSeek-V4", pattern: /deepseek-?v4/i },
  { parser: "deepseek_v32", families: "DeepSeek-V3.2", pattern: /deepseek-?v3\.2/i },
  { parser: "deepseek_v31", families: "DeepSeek-V3.1", pattern: /deepseek-?v3\.1/i },
  { parser: "openai", families: "gpt-oss", pattern: /gpt-oss/i },
  { parser: "kimi_k2", families: "Kimi K2", pattern: /kimi-?k2/i },
  { parser: "glm45", families: "GLM 4.5, GLM 4.6", pattern: /glm-?4\.[56]/i },
  { parser: "glm47", families: "GLM 4.7", pattern: /glm-?4\.7/i },
  { parser: "minimax_m2", families: "MiniMax M2", pattern: /minimax-?m2/i },
  { parser: "gemma4", families: "Gemma 4", pattern: /gemma-?4/i },
];

const CALL_MARKS = /<tool_call>|<function=|<\|python_tag\|>|\[TOOL_CALLS\]|<\|tool_call/;

/** Whether a text is a tool call that the server did not recognise as one. */
export function isUnparsedToolCall(text: string, toolNames: readonly string[]): boolean {
  if (CALL_MARKS.test(text)) return true;
  const start = text.trimStart().slice(0, 400);
  return (
    start.startsWith("{") &&
    toolNames.some((name) => start.includes(`"${name}"`)) &&
    /"(name|function)"/.test(start)
  );
}

/** What the operator should change. */
export function parserHint(model: string): string {
  const known = toolParserFor(model);
  const flag = known ? `--tool-call-parser ${known.parser}` : "the --tool-call-parser of the model's family";
  return `start the server with --enable-auto-tool-choice and ${flag}`;
}

/** The parser for a model name, if its family is known. */
export function toolParserFor(model: string): ToolParser | undefined {
  return toolParsers.find(({ pattern }) => pattern.test(model));
}
