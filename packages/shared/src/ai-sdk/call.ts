/** What the AI SDK asks for, as messages and options of ours. What the contract has no word for becomes a warning. */
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3ToolChoice,
  SharedV3Warning,
} from "@ai-sdk/provider";
import type { Message, Tool, ToolChoice } from "../provider/messages.js";
import type { CallOptions } from "../provider/provider.js";
import { askForJson, jsonFormat, type JsonWish } from "../structured/json-wish.js";
import { readPrompt } from "./prompt.js";
import { defined } from "../provider/defined.js";

interface Call {
  messages: Message[];
  callOptions: CallOptions;
  warnings: SharedV3Warning[];
  /** The ids of all tool calls in the prompt. */
  usedIds: ReadonlySet<string>;
}

/** Throws when the prompt holds what no backend can be told. */
export function readCall(provider: string, options: LanguageModelV3CallOptions): Call {
  const { maxOutputTokens, temperature, topP, seed, stopSequences, presencePenalty, frequencyPenalty } =
    options;
  const { abortSignal, responseFormat, toolChoice } = options;
  const json = responseFormat?.type === "json" ? wishOf(responseFormat) : undefined;
  const warnings = settingWarnings(provider, options);
  const tools = readTools(options.tools, warnings);
  const messages = readPrompt(options.prompt, provider);
  return {
    messages: json ? askForJson(messages, json) : messages,
    callOptions: {
      retries: 0,
      ...(tools.length > 0 && { tools }),
      ...(toolChoice && { toolChoice: readToolChoice(toolChoice) }),
      ...defined({ maxTokens: maxOutputTokens, temperature, topP, seed, stop: stopSequences }),
      ...defined({ presencePenalty, frequencyPenalty, signal: abortSignal }),
      ...(json && { responseFormat: jsonFormat(json) }),
    },
    warnings,
    usedIds: callIds(options.prompt),
  };
}

type JsonFormat = Extract<LanguageModelV3CallOptions["responseFormat"], { type: "json" }>;

const wishOf = ({ name, description, schema }: JsonFormat): JsonWish => ({
  name,
  description,
  schema: schema && { ...schema },
});

function settingWarnings(provider: string, options: LanguageModelV3CallOptions): SharedV3Warning[] {
  const features = options.topK === undefined ? [] : ["topK"];
  // The SDK itself always sends its user agent.
  const headers = Object.entries(options.headers ?? {}).filter(
    ([name]) => name.toLowerCase() !== "user-agent",
  );
  if (headers.some(([, value]) => value !== undefined)) features.push("headers");
  if (options.includeRawChunks === true) features.push("includeRawChunks");
  if (options.providerOptions?.[provider]) features.push(`providerOptions.${provider}`);
  return features.map((feature) => ({ type: "unsupported", feature }));
}

function readTools(tools: LanguageModelV3CallOptions["tools"] = [], warnings: SharedV3Warning[]): Tool[] {
  return tools.flatMap((tool): Tool[] => {
    if (tool.type === "provider") {
      warnings.push({ type: "unsupported", feature: `provider tool ${tool.id}` });
      return [];
    }
    const { name, description, inputSchema, strict } = tool;
    const details = defined({ description, strict });
    return [{ type: "function", function: { name, ...details, parameters: { ...inputSchema } } }];
  });
}

function readToolChoice(choice: LanguageModelV3ToolChoice): ToolChoice {
  return choice.type === "tool" ? { type: "function", function: { name: choice.toolName } } : choice.type;
}

function callIds(prompt: LanguageModelV3Prompt): Set<string> {
  const ids = new Set<string>();
  for (const message of prompt) {
    if (message.role !== "assistant") continue;
    for (const part of message.content) if (part.type === "tool-call") ids.add(part.toolCallId);
  }
  return ids;
}
