/** Tokens as the emulators count them: words. */
import type { ChatRequest } from "./request.js";

/** Splits a text into the pieces a model would stream: words with the space before them. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** A rough token count of a prompt: four characters a token, and some for each message's frame. */
export function countPrompt(request: ChatRequest): number {
  const characters = request.messages.reduce(
    (sum, message) =>
      sum + message.text.length + message.toolCalls.reduce((calls, call) => calls + call.arguments.length, 0),
    0,
  );
  const tools = request.toolNames.length === 0 ? 0 : JSON.stringify(request.body["tools"]).length;
  return Math.ceil((characters + tools) / 4) + 4 * request.messages.length;
}
