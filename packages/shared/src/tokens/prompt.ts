/** What a prompt consists of: the text of its messages and tools by kind, and what comes on top of the text. */
import type { Content, Message, Tool } from "../provider/messages.js";
import { tokensOfPicture } from "./picture.js";
import { addRanges, NO_TOKENS, rangeOf, type TokenRange } from "./range.js";
import { KINDS, scan } from "./scan.js";

/** Text that vocabularies have been measured on, and the rest, which no usage calibrates. */
export interface PromptParts {
  text: Float64Array;
  other: TokenRange;
}

/** What a chat template puts around each message. */
const PER_MESSAGE: TokenRange = { low: 2, usual: 4, high: 9 };
/** What it puts before all of them, such as the date or a system message of its own. */
const PER_PROMPT: TokenRange = { low: 0, usual: 8, high: 70 };
/** The words by which a template explains how tools are called. */
const PER_TOOLSET: TokenRange = { low: 0, usual: 120, high: 400 };
/** Some templates rewrite a schema in fewer words, some repeat parts of it. */
const SCHEMA = { low: 0.5, high: 1.3 };

/** Messages never change once they are in a history, so each is measured once. */
const measured = new WeakMap<Message, PromptParts>();

function content(parts: PromptParts, value: Content | null | undefined): void {
  if (typeof value === "string") scan(value, parts.text);
  else {
    for (const part of value ?? []) {
      if (part.type === "text") scan(part.text, parts.text);
      else parts.other = addRanges(parts.other, tokensOfPicture(part));
    }
  }
}

function measure(message: Message): PromptParts {
  const parts: PromptParts = { text: new Float64Array(KINDS.length), other: NO_TOKENS };
  const each = (value: Content | null) => {
    parts.other = addRanges(parts.other, PER_MESSAGE);
    content(parts, value);
  };
  if ("results" in message) for (const result of message.results) each(result.content);
  else each(message.content);
  if (message.role === "assistant") {
    for (const { function: call } of message.tool_calls ?? []) {
      parts.other = addRanges(parts.other, PER_MESSAGE);
      scan(call.name, parts.text);
      scan(call.arguments, parts.text);
    }
    if (message.reasoning_details) scan(JSON.stringify(message.reasoning_details), parts.text);
  }
  return parts;
}

function partsOf(message: Message): PromptParts {
  let parts = measured.get(message);
  if (!parts) measured.set(message, (parts = measure(message)));
  return parts;
}

/** The tools of a session are the same list in every request. */
const measuredTools = new WeakMap<readonly Tool[], TokenRange>();

export function tokensOfTools(tools: readonly Tool[]): TokenRange {
  if (tools.length === 0) return NO_TOKENS;
  let range = measuredTools.get(tools);
  if (!range) {
    const { low, usual, high } = rangeOf(scan(JSON.stringify(tools)));
    range = addRanges(PER_TOOLSET, { low: low * SCHEMA.low, usual, high: high * SCHEMA.high });
    measuredTools.set(tools, range);
  }
  return range;
}

/** The parts of some messages together, and of those before them. */
export function promptParts(messages: readonly Message[], before?: PromptParts): PromptParts {
  const sum: PromptParts = {
    text: before ? before.text.slice() : new Float64Array(KINDS.length),
    other: before?.other ?? NO_TOKENS,
  };
  for (const message of messages) {
    const { text, other } = partsOf(message);
    text.forEach((amount, kind) => (sum.text[kind] = (sum.text[kind] ?? 0) + amount));
    sum.other = addRanges(sum.other, other);
  }
  return sum;
}

/** What a whole prompt takes, with nothing known of the model's own vocabulary. */
export function estimatePrompt(messages: readonly Message[], tools: readonly Tool[] = []): TokenRange {
  const { text, other } = promptParts(messages);
  return [rangeOf(text), other, tokensOfTools(tools), PER_PROMPT].reduce(addRanges);
}

export const OVERHEAD = PER_PROMPT;
