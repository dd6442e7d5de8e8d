/** What every turn of a chat is told: the flags of this call, else the role, else the profile. */
import { type CompleteOptions, defined } from "@framework/shared";
import type { CallPreferences, Profile, Role } from "@framework/shared/config";
import type { ChatFlags } from "./chat-flags.js";

export type TurnOptions = Pick<CompleteOptions, "stream" | "retries"> & CallPreferences;

export function turnOptions(
  flags: ChatFlags,
  profile: Profile | undefined,
  role: Role | undefined,
): TurnOptions {
  const { stream, retries, temperature, maxTokens, topP, seed, stop, reasoning } = flags;
  return {
    ...profile?.options,
    ...role?.options,
    stream,
    retries,
    ...defined({ temperature, maxTokens, topP, seed, stop, reasoning }),
  };
}
