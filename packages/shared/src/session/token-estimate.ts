/**
 * How many tokens a prompt takes, without the model's tokenizer. A token is taken for four bytes of UTF-8: right for English,
 * a little low for code, and near for other scripts, whose letters have two or three bytes and are about half a token each.
 */
import type { Content, Message, Tool } from "../provider/messages.js";

const BYTES_PER_TOKEN = 4;
/** Role and separators that a chat template puts around each message. */
const TOKENS_PER_MESSAGE = 4;
/** What common vision models make of one picture, whatever the size of its file. */
const TOKENS_PER_IMAGE = 1500;

const textTokens = (text: string): number => Buffer.byteLength(text) / BYTES_PER_TOKEN;
const dataTokens = (value: unknown): number => textTokens(JSON.stringify(value) ?? "");

function contentTokens(content: Content | null): number {
  if (typeof content === "string") return textTokens(content);
  let tokens = 0;
  for (const part of content ?? []) tokens += part.type === "text" ? textTokens(part.text) : TOKENS_PER_IMAGE;
  return tokens;
}

/** Messages never change once they are in a history, so each is measured once. */
const measured = new WeakMap<Message, number>();

function messageTokens(message: Message): number {
  const known = measured.get(message);
  if (known !== undefined) return known;
  const tokens = measure(message);
  measured.set(message, tokens);
  return tokens;
}

function measure(message: Message): number {
  if ("results" in message) {
    return message.results.reduce((sum, { content }) => sum + TOKENS_PER_MESSAGE + contentTokens(content), 0);
  }
  let tokens = TOKENS_PER_MESSAGE + contentTokens(message.content);
  if (message.role === "assistant") {
    for (const { function: call } of message.tool_calls ?? [])
      tokens += TOKENS_PER_MESSAGE + textTokens(call.name) + textTokens(call.arguments);
    if (message.reasoning_details) tokens += dataTokens(message.reasoning_details);
  }
  return tokens;
}

/** The estimate of these messages and tools together, not rounded. */
export function estimateTokens(messages: readonly Message[], tools: readonly Tool[] = []): number {
  const spoken = messages.reduce((sum, message) => sum + messageTokens(message), 0);
  return spoken + (tools.length === 0 ? 0 : dataTokens(tools));
}
