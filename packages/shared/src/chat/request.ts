/** The body of a chat request. History is mended on the way out, so that one broken call cannot poison a session. */
import type {
  AssistantMessage,
  Content,
  ContentPart,
  Message,
  ResponseFormat,
  Tool,
  ToolChoice,
  ToolResultMessage,
  WireToolCall,
} from "../provider/messages.js";
import type { CallOptions } from "../provider/provider.js";
import { isRecord, jsonIn } from "../provider/untrusted.js";
import { wireTool, wireToolName } from "./tool-schema.js";

/** What goes over the wire; providers add their own fields. */
export interface ChatBody {
  model: string;
  messages: WireMessage[];
  stream: boolean;
  stream_options?: { include_usage: boolean };
  tools?: Tool[];
  tool_choice?: ToolChoice;
  max_tokens?: number;
  temperature?: number;
  top_p?: number;
  seed?: number;
  stop?: readonly string[];
  presence_penalty?: number;
  frequency_penalty?: number;
  response_format?: ResponseFormat;
  [extension: string]: unknown;
}

export type WireMessage = Exclude<Message, { results: unknown }>;

const UNANSWERED = "Error: the call was interrupted and has no result.";

function wireCall(call: WireToolCall): WireToolCall {
  const args: unknown = call.function.arguments;
  const text = typeof args === "string" ? args : JSON.stringify(args ?? {});
  return {
    id: call.id,
    type: "function",
    function: { name: wireToolName(call.function.name), arguments: isRecord(jsonIn(text)) ? text : "{}" },
  };
}

/** What was made of a message the last time, and of what. */
const made = new WeakMap<object, { of: readonly unknown[]; wire: WireMessage }>();

/**
 * The same object again as long as a message has not changed: a long conversation is mended once, not with every request, and what
 * is known of its parts by others stays known.
 */
function remembered<Made extends WireMessage>(
  message: object,
  of: readonly unknown[],
  make: () => Made,
): Made {
  const known = made.get(message);
  if (known?.of.length === of.length && known.of.every((part, place) => part === of[place])) {
    return known.wire as Made;
  }
  const wire = make();
  made.set(message, { of, wire });
  return wire;
}

function wireAssistant(message: AssistantMessage): AssistantMessage {
  if (message.tool_calls === undefined && typeof message.content === "string") return message;
  const { tool_calls: calls, ...rest } = message;
  if (!calls || calls.length === 0) return { ...rest, content: rest.content ?? "" };
  const parts = calls.flatMap(({ id, function: { name, arguments: args } }) => [id, name, args]);
  return remembered(message, [...Object.values(message), ...parts], () => ({
    ...rest,
    content: rest.content === "" ? null : rest.content,
    tool_calls: calls.map(wireCall),
  }));
}

const isImage = (part: ContentPart): boolean => part.type === "image_url";

/** Tool messages carry text only; pictures follow in a user message. */
function splitImages(content: Content): { text: Content; images: ContentPart[] } {
  if (typeof content === "string") return { text: content, images: [] };
  const images = content.filter(isImage);
  if (images.length === 0) return { text: content, images };
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { text: text === "" ? "(see the picture below)" : text, images };
}

/** One wire message per result, orphans dropped, unanswered calls answered, arguments that parse. */
export function wireMessages(messages: readonly Message[]): WireMessage[] {
  const wire: WireMessage[] = [];
  const open = new Set<string>();
  let pictures: ContentPart[] = [];
  const closeCalls = () => {
    for (const id of open) wire.push({ role: "tool", tool_call_id: id, content: UNANSWERED });
    open.clear();
    if (pictures.length > 0) wire.push({ role: "user", content: pictures });
    pictures = [];
  };
  const answer = (result: Omit<ToolResultMessage, "role">) => {
    if (!open.delete(result.tool_call_id)) return;
    const { tool_call_id: id, content } = result;
    if (typeof content === "string") {
      wire.push(remembered(result, [id, content], () => ({ role: "tool", tool_call_id: id, content })));
      return;
    }
    const { text, images } = splitImages(content);
    wire.push({ role: "tool", tool_call_id: id, content: text });
    pictures.push(...images);
  };
  for (const message of messages) {
    if (message.role === "tool") {
      for (const result of "results" in message ? message.results : [message]) answer(result);
      continue;
    }
    if (open.size > 0 || pictures.length > 0) closeCalls();
    if (message.role === "assistant") {
      const assistant = wireAssistant(message);
      wire.push(assistant);
      for (const { id } of assistant.tool_calls ?? []) open.add(id);
    } else wire.push(message);
  }
  closeCalls();
  return wire;
}

/** The common part of every chat body. `tool_choice` needs tools; a meaningful zero is kept. */
export function chatBody(model: string, messages: readonly Message[], options: CallOptions): ChatBody {
  const stream = options.stream ?? true;
  const tools = options.tools ?? [];
  const choice = options.toolChoice;
  return {
    model,
    messages: wireMessages(messages),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    ...(tools.length > 0 &&
      choice !== undefined && {
        tool_choice:
          typeof choice === "string"
            ? choice
            : { type: "function" as const, function: { name: wireToolName(choice.function.name) } },
      }),
    ...(options.maxTokens !== undefined && { max_tokens: options.maxTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.topP !== undefined && { top_p: options.topP }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.stop && options.stop.length > 0 && { stop: options.stop }),
    ...(options.presencePenalty !== undefined && { presence_penalty: options.presencePenalty }),
    ...(options.frequencyPenalty !== undefined && { frequency_penalty: options.frequencyPenalty }),
    ...(options.responseFormat && { response_format: options.responseFormat }),
  };
}
