/** Whether a conversation holds pictures. */
import type { Message } from "./messages.js";

export function hasPictures(messages: readonly Message[]): boolean {
  return messages.some((message) => {
    const contents = "results" in message ? message.results.map(({ content }) => content) : [message.content];
    return contents.some(
      (content) => Array.isArray(content) && content.some(({ type }) => type === "image_url"),
    );
  });
}
