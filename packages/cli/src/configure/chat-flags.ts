/** What the commands that chat are told by flags. */
import type { BackendFlags, Reasoning } from "@framework/shared";

export interface ChatFlags extends BackendFlags {
  system?: string;
  /** Files, folders and patterns that go along with the first question. */
  file?: readonly string[];
  /** Goes on with the conversation of this name, or with the last one. */
  continue?: string | true;
  /** Whether the conversation is kept. */
  save: boolean;
  role?: string;
  temperature?: number;
  maxTokens?: number;
  topP?: number;
  seed?: number;
  stop?: readonly string[];
  reasoning?: Reasoning;
  /** A JSON Schema file that the answer must fit. */
  schema?: string;
  /** Only the last code block of the answer. */
  extract?: boolean;
  usage?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  trace?: string | true;
  stream: boolean;
  json?: boolean;
  yes?: boolean;
  /** Sends what cannot fit into the window. */
  force?: boolean;
  retries: number;
}
