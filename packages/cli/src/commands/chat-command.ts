/** What a command of the interactive chat is. */
import type { Content, Environment } from "@framework/shared";
import type { Prompter } from "../input/prompter.js";
import type { ChatState } from "./chat-state.js";

export interface CommandContext {
  readonly chat: ChatState;
  /** Runs a turn with all that belongs to it. */
  readonly ask: (question: Content) => Promise<void>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Gives the terminal to another program. */
  readonly lend: Prompter["lend"];
  readonly env: Environment;
}

export interface Command {
  /** The arguments, as the help shows them. */
  readonly usage: string;
  readonly help: string;
  readonly run: (context: CommandContext, argument: string) => void | Promise<void>;
  /** What the argument may be, of which a part is typed. */
  readonly complete?: (chat: ChatState, typed: string) => Promise<readonly string[]>;
}
