/** What a session of the chat commands has: the profile's tools, and somebody to ask where there is a terminal. */
import { loadTools, type SessionOptions } from "@framework/shared";
import type { ChatFlags } from "../commands/chat.js";
import type { Configured } from "./client-options.js";
import type { Asker } from "../input/prompter.js";
import { approving } from "./approving.js";
import type { Output } from "../output/output.js";

export async function sessionOptions(
  { profile }: Configured,
  flags: ChatFlags,
  output: Output,
  asker: Asker,
): Promise<SessionOptions> {
  return {
    ...(flags.system !== undefined && { system: flags.system }),
    tools: await loadTools(profile?.plugins ?? []),
    autoApprove: flags.yes ?? false,
    privateFiles: [flags.envFile, profile?.file].filter((file) => file !== undefined),
    ...(process.stderr.isTTY && { approve: approving(output, asker) }),
  };
}
