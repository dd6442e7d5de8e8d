/** `-c`: which conversation goes on, and with which backend. */
import path from "node:path";
import { ConfigurationError } from "@framework/shared";
import { readEnvironment } from "@framework/shared";
import type { ChatFlags } from "../configure/chat-flags.js";
import { findConversation, type KeptConversation, listConversations, requireConversation } from "./store.js";

export interface Continued {
  readonly conversation: KeptConversation | undefined;
  /** What is asked, where `-c` was followed by that instead of a name. */
  readonly prompt: string | undefined;
  /** The flags, with the conversation's own backend where none is named. */
  readonly flags: ChatFlags;
}

/** Finds the conversation. What follows `-c` and is the name of none is the question: `fw chat -c "And then?"`. */
export async function continued(prompt: string | undefined, flags: ChatFlags): Promise<Continued> {
  const { continue: wanted } = flags;
  if (wanted === undefined) return { conversation: undefined, prompt, flags };
  const kept = await listConversations(await readEnvironment(flags.envFile));
  const here = path.resolve(flags.workspace ?? ".");
  if (wanted === true) return goingOn(lastOf(kept, here), prompt, flags);
  if (prompt !== undefined) return goingOn(requireConversation(kept, wanted), prompt, flags);
  const named = findConversation(kept, wanted);
  return named ? goingOn(named, undefined, flags) : goingOn(lastOf(kept, here), wanted, flags);
}

function lastOf(kept: readonly KeptConversation[], folder: string): KeptConversation {
  const last = kept.find((conversation) => conversation.folder === folder);
  if (last) return last;
  throw new ConfigurationError(
    "There is no conversation in this folder to go on with. fw log --all lists those of other folders.",
  );
}

/** What is named on this call wins over what the conversation was held with. */
function goingOn(conversation: KeptConversation, prompt: string | undefined, flags: ChatFlags): Continued {
  const { provider, model, profile } = conversation;
  const isNamed = flags.provider !== undefined || flags.profile !== undefined;
  const backend = isNamed ? {} : profile === undefined ? { provider, model } : { profile };
  return { conversation, prompt, flags: { ...backend, ...flags } };
}
