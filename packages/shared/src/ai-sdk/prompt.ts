/** The AI SDK's prompt as chat messages. What no backend could be told is refused, never dropped in silence. */
import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
} from "@ai-sdk/provider";
import type {
  AssistantMessage,
  Content,
  ContentPart,
  Message,
  ToolResultsMessage,
  UserMessage,
  WireToolCall,
} from "../provider/messages.js";
import { filePart, unsupported } from "./file-part.js";

/** `provider` names whose reasoning blocks go along. */
export function readPrompt(prompt: LanguageModelV3Prompt, provider: string): Message[] {
  return prompt.map((message) => {
    switch (message.role) {
      case "system":
        return { role: "system", content: message.content };
      case "user":
        return userMessage(message.content);
      case "assistant":
        return assistantMessage(message.content, provider);
      case "tool":
        return toolResults(message.content);
    }
  });
}

type Parts<Role extends LanguageModelV3Message["role"]> = Extract<
  LanguageModelV3Message,
  { role: Role }
>["content"];

function userMessage(parts: Parts<"user">): UserMessage {
  const [only, ...others] = parts;
  const plain = only?.type === "text" && others.length === 0;
  return { role: "user", content: plain ? only.text : parts.map(userPart) };
}

function userPart(part: Parts<"user">[number]): ContentPart {
  return part.type === "text" ? { type: "text", text: part.text } : filePart(part.data, part.mediaType);
}

/**
 * Reasoning goes back as the blocks the vendor sent; a vendor that sent none does not want it back. Tools that another
 * provider ran on its own side are left out.
 */
function assistantMessage(parts: Parts<"assistant">, provider: string): AssistantMessage {
  const text: string[] = [];
  const calls: WireToolCall[] = [];
  const details: unknown[] = [];
  for (const part of parts) {
    const blocks = part.providerOptions?.[provider]?.["reasoning_details"];
    if (Array.isArray(blocks)) for (const block of blocks) details.push(block);
    if (part.type === "text") text.push(part.text);
    else if (part.type === "file") throw unsupported(`an assistant's file (${part.mediaType})`);
    else if (part.type === "tool-call" && part.providerExecuted !== true) {
      const { toolCallId: id, toolName: name, input } = part;
      calls.push({ id, type: "function", function: { name, arguments: JSON.stringify(input) } });
    }
  }
  const content = text.join("");
  return {
    role: "assistant",
    content: content === "" && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(details.length > 0 && { reasoning_details: details }),
  };
}

function toolResults(parts: Parts<"tool">): ToolResultsMessage {
  return {
    role: "tool",
    results: parts.flatMap((part) =>
      part.type === "tool-result"
        ? [{ tool_call_id: part.toolCallId, content: resultContent(part.output) }]
        : [],
    ),
  };
}

function resultContent(output: LanguageModelV3ToolResultOutput): Content {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "execution-denied":
      return output.reason ?? "The user denied this tool call.";
    case "content":
      return output.value.map((part) => {
        switch (part.type) {
          case "text":
            return { type: "text", text: part.text };
          case "image-data":
          case "file-data":
            return filePart(part.data, part.mediaType);
          case "image-url":
            return filePart(new URL(part.url), "image/*");
          case "file-url":
            return filePart(new URL(part.url), part.mediaType ?? "a file of unknown type");
          default:
            throw unsupported(`a tool result of type ${part.type}`);
        }
      });
  }
}
