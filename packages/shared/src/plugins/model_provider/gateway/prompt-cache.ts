/**
 * Marks where a vendor may cache the prompt: after the system block and after the last tool definition. Everything
 * before a mark must be the same next time, so the tools are put into a fixed order.
 */
import type { Content, ContentPart, Tool } from "../../../provider/messages.js";
import type { ChatBody, WireMessage } from "../../../chat/request.js";

/** The vendors that cache only what is marked. */
export const cacheFamilies: readonly { family: string; pattern: RegExp }[] = [
  { family: "Anthropic Claude", pattern: /^~?anthropic\//i },
  { family: "Alibaba Qwen", pattern: /^~?qwen\//i },
];

/** What vendors accept in one request, the caller's own marks included. */
const MAX_BREAKPOINTS = 4;

export interface CacheOptions {
  cache_prompt: "auto" | boolean;
  cache_ttl: "5m" | "1h";
}

interface CacheMark {
  type: "ephemeral";
  ttl?: "1h";
}

const hasMark = (value: object): boolean => "cache_control" in value;

/** The body with its marks; nothing of the caller's is changed. */
export function withCacheMarks(
  body: ChatBody,
  { cache_prompt: wanted, cache_ttl: ttl }: CacheOptions,
): ChatBody {
  const applies = wanted === "auto" ? cacheFamilies.some(({ pattern }) => pattern.test(body.model)) : wanted;
  if (!applies) return body;
  // Five minutes is what every vendor does without being told; not all of them know the word.
  const mark: CacheMark = { type: "ephemeral", ...(ttl === "1h" && { ttl }) };
  const tools = body.tools && [...body.tools].sort(byName);
  let room = MAX_BREAKPOINTS - countMarks(body);
  const place = (): boolean => room-- > 0;
  const system = lastLeadingSystem(body.messages);
  const messages = body.messages.map((message, position) =>
    position === system && message.role === "system" && isMarkable(message.content) && place()
      ? { ...message, content: markLastText(message.content, mark) }
      : message,
  );
  const lastTool = tools?.at(-1);
  if (tools && lastTool && !tools.some(hasMark) && place()) {
    tools[tools.length - 1] = Object.assign({ ...lastTool }, { cache_control: { ...mark } });
  }
  return { ...body, messages, ...(tools && { tools }) };
}

function byName(left: Tool, right: Tool): number {
  const [first, second] = [left.function.name, right.function.name];
  return first < second ? -1 : first > second ? 1 : 0;
}

function countMarks({ messages, tools = [] }: ChatBody): number {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return [...parts, ...tools].filter(hasMark).length;
}

/** The end of the system block; -1 without one. */
function lastLeadingSystem(messages: readonly WireMessage[]): number {
  const end = messages.findIndex(({ role }) => role !== "system");
  return (end === -1 ? messages.length : end) - 1;
}

const isFilledText = (part: ContentPart): boolean => part.type === "text" && part.text !== "";

/** Vendors refuse a mark on empty text, and one on the block is enough. */
const isMarkable = (content: Content): boolean =>
  typeof content === "string" ? content !== "" : content.some(isFilledText) && !content.some(hasMark);

function markLastText(content: Content, mark: CacheMark): ContentPart[] {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const last = parts.findLastIndex(isFilledText);
  return parts.map((part, position) => (position === last ? { ...part, cache_control: { ...mark } } : part));
}
