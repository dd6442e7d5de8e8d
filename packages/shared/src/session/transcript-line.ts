/** The lines of a saved conversation. */
import type { UsageCounts } from "../provider/events.js";
import type { Message } from "../provider/messages.js";
import type { Payload } from "./deliverable/payload.js";

/** What a program may write about a conversation, to find it again. */
export interface ConversationAbout {
  /** What a person calls it. */
  title?: string | undefined;
  /** The folder it was held in. */
  folder?: string | undefined;
  /** The profile it was held with. */
  profile?: string | undefined;
}

/** One line of the file. The messages are those of the history; `system` stands apart from them. */
export type TranscriptLine =
  | ({ type: "session"; version: 1; provider: string; model: string; time: string } & ConversationAbout)
  | { type: "system"; text: string | null }
  | { type: "message"; message: Message }
  | { type: "cut"; length: number }
  | { type: "replace"; place: number; message: Message }
  | { type: "usage"; usage: UsageCounts }
  | { type: "completion"; payload: Payload }
  /** More of an answer that has not ended yet; the message that follows takes its place. */
  | { type: "partial"; text: string }
  | { type: "restart" };
