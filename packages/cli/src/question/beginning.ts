/** What a chat begins with, besides its flags. */
import type { Role } from "@framework/shared/config";
import type { Question } from "./question.js";

export interface Beginning {
  readonly attachments: Question["attachments"];
  /** What is worth a word before anything else. */
  readonly notes: readonly string[];
  /** The file of the conversation that goes on. */
  readonly file?: string;
  readonly role?: Role;
}
