/** The store of keys as one of the sources of settings. */
import type { Environment, SettingSources } from "../provider/settings.js";

/** The setting source that looks into the store; nothing of it is loaded before a provider asks. */
export const storedCredential =
  (env: Environment, workspace: string): NonNullable<SettingSources["stored"]> =>
  async (provider) => {
    const { createCredentialStore } = await import("./store.js");
    const found = await createCredentialStore({ env, workspace }).read(provider);
    return found && { value: found.apiKey, origin: found.file };
  };
