/** The store of keys as one of the sources of settings. */
import type { Environment, SettingSources } from "../provider/settings.js";

/** The setting source that looks into the store; nothing of it is loaded before a provider asks. */
export const storedCredential =
  (
    env: Environment,
    workspace: string,
    onNotice?: (text: string) => void,
  ): NonNullable<SettingSources["stored"]> =>
  async (provider) => {
    const { createCredentialStore } = await import("./store.js");
    const found = await createCredentialStore({ env, workspace, onNotice }).read(provider);
    if (!found) return undefined;
    const { apiKey, file, belongsTo } = found;
    return { value: apiKey, origin: file, ...(belongsTo !== undefined && { belongsTo }) };
  };
