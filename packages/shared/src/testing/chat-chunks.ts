/** An answer fed with chunks, and the chunks. */
import { type AnswerOptions, ChatAnswer } from "../chat/answer.js";
import type { StreamEvent } from "../provider/events.js";

export function answerOf(options: AnswerOptions, ...chunks: unknown[]) {
  const events: StreamEvent[] = [];
  const chat = new ChatAnswer((event) => events.push(event), options);
  for (const chunk of chunks) chat.chunk(chunk);
  return { chat, events };
}
export const answer = (...chunks: unknown[]) => answerOf({}, ...chunks);

export const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
export const call = (fields: object) => delta({ tool_calls: [fields] });
