/** How many tokens a request will take, without the model's tokenizer. */
import type { Content } from "../provider/messages.js";
import type { ChatBody } from "./request.js";

/** English has about four bytes to a token, code and most other languages about three. */
const BYTES_PER_TOKEN = 3;
/** Role and separators that a chat template puts around a message. */
const TOKENS_PER_MESSAGE = 8;
/** What common vision models make of one picture, whatever the size of its file. */
const TOKENS_PER_IMAGE = 1500;

const bytes = (text: string) => Buffer.byteLength(text);

function contentSize(content: Content | null | undefined): { bytes: number; images: number } {
  if (typeof content === "string") return { bytes: bytes(content), images: 0 };
  const size = { bytes: 0, images: 0 };
  for (const part of content ?? []) {
    if (part.type === "text") size.bytes += bytes(part.text);
    else size.images += 1;
  }
  return size;
}

/** Rather too many than too few: the rest of the window is what the answer may safely take. */
export function estimatePromptTokens({ messages, tools }: ChatBody): number {
  let textBytes = tools ? bytes(JSON.stringify(tools)) : 0;
  let tokens = 0;
  for (const message of messages) {
    const size = contentSize(message.content);
    textBytes += size.bytes;
    tokens += TOKENS_PER_MESSAGE + size.images * TOKENS_PER_IMAGE;
    if (message.role === "assistant" && message.tool_calls)
      textBytes += bytes(JSON.stringify(message.tool_calls));
  }
  return tokens + Math.ceil(textBytes / BYTES_PER_TOKEN);
}
