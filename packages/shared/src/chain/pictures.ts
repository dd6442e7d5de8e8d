/** What a request demands of a model besides words. */
import type { Message } from "../provider/messages.js";

export function hasPictures(messages: readonly Message[]): boolean {
  return messages.some((message) => {
    const contents = "results" in message ? message.results.map(({ content }) => content) : [message.content];
    return contents.some(
      (content) => Array.isArray(content) && content.some(({ type }) => type === "image_url"),
    );
  });
}
