/** Every key that a provider would find, the one it uses first. */
import type { ProviderDefinition } from "../provider/definition.js";
import { candidatesFor } from "../settings/resolve.js";
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
export async function findKeys(definition: ProviderDefinition, place: KeyPlace): Promise<FoundKey[]> {
  const { config = {}, ...sources } = place;
  let warning: string | undefined;
  const stored = async (provider: string) => {
    const found = await createCredentialStore(place).read(provider);
    warning = found?.warning;
    return found && { value: found.apiKey, origin: found.file };
  };
  const found = await candidatesFor(definition, definition.credential.knob, config, { ...sources, stored });
  return found.flatMap(({ value, origin, kind }) => {
    const key = String(value).trim();
    if (key === "") return [];
    return [{ key, origin, ...(kind === "stored" && warning !== undefined && { warning }) }];
  });
}
