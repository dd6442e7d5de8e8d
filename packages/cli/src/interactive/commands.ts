/** The commands of the interactive chat: what each does, and what Tab may add to it. */
import { providerNames } from "@framework/shared";
import { runTurn } from "../turn.js";
import { windowUse } from "../turn-meter.js";
import type { ChatState } from "./chat-state.js";
import type { Arguments } from "./completion.js";

export interface CommandContext {
  readonly chat: ChatState;
  /** Runs a turn with all that belongs to it. */
  readonly ask: (question: string) => Promise<void>;
  /** Ends when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
}

interface Command {
  readonly usage: string;
  readonly help: string;
  readonly run: (context: CommandContext, argument: string) => void | Promise<void>;
  /** What the first argument may be. */
  readonly complete?: (chat: ChatState) => Promise<readonly string[]>;
}
