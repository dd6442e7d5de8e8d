/**
 * `force_narration_between_tools`: some models call one tool after another without a word. After each batch of results a
 * user-role message asks for a sentence or two. It stays in the history, but it is not the user's.
 */
import type { Message } from "../../provider/messages.js";

const PROMPT =
  "Before the next tool call, say in one or two sentences what the results show and what you will do next.";

/** The message that asks for it. */
export const narrationPrompt = (): Message => ({ role: "user", content: PROMPT });

/** True for a message that this quirk put into the history: it is not to be shown as the user's. */
export const isNarrationPrompt = (message: Message): boolean =>
  message.role === "user" && message.content === PROMPT;
