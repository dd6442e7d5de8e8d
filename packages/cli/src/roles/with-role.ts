/** A chat in a role: what the role says holds where this call does not say otherwise. */
import type { Role } from "@framework/shared/config";
import type { ChatFlags } from "../configure/chat-flags.js";
import { readEnvironment } from "@framework/shared";
import type { Configured } from "../configure/client-options.js";

export async function withRole(flags: ChatFlags): Promise<{ flags: ChatFlags; role: Role | undefined }> {
  if (flags.role === undefined) return { flags, role: undefined };
  const { findRole } = await import("./roles.js");
  const role = await findRole(flags.role, await readEnvironment(flags.envFile));
  const { text, provider, model, schema } = role;
  const isNamed = flags.provider !== undefined || flags.model !== undefined;
  return {
    role,
    flags: {
      ...(text !== "" && { system: text }),
      ...(!isNamed && provider !== undefined && { provider }),
      ...(!isNamed && model !== undefined && { model }),
      ...(schema !== undefined && { schema }),
      ...flags,
    },
  };
}

/** The role's tools take the place of the profile's. */
export function withTools<Prepared extends Pick<Configured, "profile">>(
  configured: Prepared,
  role: Role | undefined,
): Prepared {
  if (!role?.tools) return configured;
  const none = { file: role.file, plugins: [], pluginConfigs: {}, quirks: {} };
  return { ...configured, profile: { ...(configured.profile ?? none), plugins: role.tools } };
}
