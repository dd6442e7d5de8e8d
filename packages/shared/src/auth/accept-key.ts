/** Takes a key into the store, but only one that the service has accepted. */
import type { ProviderDefinition } from "../provider/definition.js";
import { FrameworkError } from "../provider/errors.js";
import { redact } from "../provider/secrets.js";
import type { Environment, SettingSources } from "../provider/settings.js";
import { createCredentialStore, type WriteOptions } from "./store.js";

/** Where a key is to be kept, what else is known of its provider, and who is told. */
export interface KeyPlace extends SettingSources {
  /** The variables that say where the user's folders are. */
  env: Environment;
  /** The folder whose `.fw` may hold keys. */
  workspace: string;
  /** The provider's knobs as a profile gives them. */
  config?: Readonly<Record<string, unknown>>;
  /** Told of keys that do not count, and why. */
  onNotice?: (text: string) => void;
}

/** What became of a key that was to be stored. */
export type KeyOutcome =
  /** Stored in `file`; `proof` says how the service showed that it accepts the key. */
  | { outcome: "stored"; file: string; proof: string }
  /** The service refused it. */
  | { outcome: "rejected"; reason: string }
  /** Nobody knows: the service was busy, broken, out of credits or not there. */
  | { outcome: "unchecked"; reason: string };

const REFUSALS = new Set(["credentials-rejected", "permission-denied"]);
const OWN_FAULTS = new Set(["configuration", "cancelled"]);

/** Checks the key with the service and stores it. What is wrong with the settings themselves is thrown. */
export async function acceptKey(
  definition: ProviderDefinition,
  key: string,
  place: KeyPlace,
  options: WriteOptions = {},
): Promise<KeyOutcome> {
  const { config, ...sources } = place;
  const provider = definition.create();
  let proof: string;
  let belongsTo: string | undefined;
  try {
    const flags = { ...sources.flags, [definition.credential.knob]: key };
    await provider.initialize({ ...config }, { ...sources, retries: 0, flags });
    if (!provider.checkCredential) throw new FrameworkError(`${definition.name} has no way to check a key.`);
    proof = await provider.checkCredential();
    belongsTo = provider.endpoints[0]?.origin;
  } catch (error) {
    if (!(error instanceof FrameworkError) || OWN_FAULTS.has(error.code)) throw error;
    const outcome = REFUSALS.has(error.code) ? "rejected" : "unchecked";
    return { outcome, reason: redact(`${error.name}: ${error.message}`, [key]) };
  } finally {
    await provider.close();
  }
  const credential = { apiKey: key, ...(belongsTo !== undefined && { belongsTo }) };
  const file = await createCredentialStore(place).write(definition.name, credential, options);
  return { outcome: "stored", file, proof };
}
