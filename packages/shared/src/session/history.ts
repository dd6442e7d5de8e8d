/** The messages of a conversation, written down as they come. A message in it never changes; it may be replaced or cut off. */
import type { AssistantMessage, Message } from "../provider/messages.js";
import type { Transcript } from "./transcript.js";

export class History {
  readonly #messages: Message[];
  transcript: Transcript | undefined;

  constructor(messages: readonly Message[] = []) {
    this.#messages = [...messages];
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  get length(): number {
    return this.#messages.length;
  }

  push(message: Message): void {
    this.#messages.push(message);
    this.transcript?.write({ type: "message", message });
  }

  /** Keeps the first messages only. */
  cut(length: number): void {
    if (length >= this.#messages.length) return;
    this.#messages.length = length;
    this.transcript?.write({ type: "cut", length });
  }

  replace(place: number, message: Message): void {
    this.#messages[place] = message;
    this.transcript?.write({ type: "replace", place, message });
  }

  /** Ends a turn that was broken off: every call has an answer, and the last word is the assistant's. */
  close(calls: string, note: string): void {
    for (const message of missingEnd(this.#messages, calls, note)) this.push(message);
  }
}

/** What a broken-off conversation lacks: answers to its last calls, and a last word after a question or results. */
function missingEnd(messages: readonly Message[], calls: string, note: string): Message[] {
  const end: Message[] = unansweredCalls(messages).map((id) => ({
    role: "tool",
    tool_call_id: id,
    content: calls,
  }));
  const last = end.at(-1) ?? messages.at(-1);
  // Some chat templates demand that questions and answers alternate.
  if (last?.role === "user" || last?.role === "tool") end.push({ role: "assistant", content: note });
  return end;
}

function unansweredCalls(messages: readonly Message[]): string[] {
  const place = messages.findLastIndex(({ role }) => role === "assistant");
  const assistant = messages[place] as AssistantMessage | undefined;
  const answered = new Set(
    messages.slice(place + 1).flatMap((message) => {
      if (message.role !== "tool") return [];
      return "results" in message
        ? message.results.map(({ tool_call_id: id }) => id)
        : [message.tool_call_id];
    }),
  );
  return (assistant?.tool_calls ?? []).map(({ id }) => id).filter((id) => !answered.has(id));
}
