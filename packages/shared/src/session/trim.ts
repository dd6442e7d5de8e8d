/** Making room in a history: tool results are what grows, and old ones are what is needed least. */
import type { Content, Message } from "../provider/messages.js";

/** Results up to this many characters stay: leaving them out would gain little. */
const SMALL = 500;
/** What stays of each end of a long result in the latest batch. */
const KEPT_END = 2000;

const lengthOf = (content: Content): number =>
  typeof content === "string" ? content.length : JSON.stringify(content).length;

/** Shorter versions of tool results by their place in the history; empty when there is nothing to gain. */
export function trimmedResults(messages: readonly Message[]): Map<number, Message> {
  const latest = messages.findLastIndex(({ role }) => role === "assistant");
  const trimmed = new Map<number, Message>();
  messages.forEach((message, place) => {
    if (message.role !== "tool") return;
    const shorten = place < latest ? leaveOut : keepEnds;
    const shorter = shortened(message, shorten);
    if (shorter !== message) trimmed.set(place, shorter);
  });
  return trimmed;
}

type ToolMessage = Extract<Message, { role: "tool" }>;

function shortened(message: ToolMessage, shorten: (content: Content) => Content): ToolMessage {
  if ("results" in message) {
    const results = message.results.map((result) => ({ ...result, content: shorten(result.content) }));
    const changed = results.some(({ content }, index) => content !== message.results[index]?.content);
    return changed ? { role: "tool", results } : message;
  }
  const content = shorten(message.content);
  return content === message.content ? message : { ...message, content };
}

function leaveOut(content: Content): Content {
  const length = lengthOf(content);
  return length <= SMALL
    ? content
    : `[This result of ${length} characters was left out to make room. Call the tool again if it is needed.]`;
}

function keepEnds(content: Content): Content {
  if (typeof content !== "string" || content.length <= KEPT_END * 2 + SMALL) return content;
  const dropped = content.length - KEPT_END * 2;
  return `${content.slice(0, KEPT_END)}\n[… ${dropped} characters were left out to make room …]\n${content.slice(-KEPT_END)}`;
}
