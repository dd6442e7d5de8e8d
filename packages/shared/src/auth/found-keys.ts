/** Every key that a provider would find outside a profile, the one it uses first. */
import type { ProviderDefinition } from "../provider/definition.js";
import type { KeyPlace } from "./accept-key.js";
import { createCredentialStore } from "./store.js";

/** A key that is there already, and where. */
export interface FoundKey {
  /** The key itself: show it only through `maskSecret`. */
  key: string;
  /** A variable's name or a file. */
  origin: string;
  /** Something the user should mend. */
  warning?: string;
}

/** A store that cannot be used is an error with its reason, never "no key". */
export async function findKeys(
  definition: ProviderDefinition,
  { env, workspace, onNotice }: KeyPlace,
): Promise<FoundKey[]> {
  const { knob, command } = definition.credential;
  const found: FoundKey[] = definition.variables.flatMap(({ name, knob: sets, only }) => {
    const key = sets === knob && !only ? env[name]?.trim() : undefined;
    return key ? [{ key, origin: name }] : [];
  });
  if (command === undefined) return found;
  const stored = await createCredentialStore({ env, workspace, onNotice }).read(definition.name);
  if (stored) {
    const { apiKey, file, warning } = stored;
    found.push({ key: apiKey, origin: file, ...(warning !== undefined && { warning }) });
  }
  return found;
}
