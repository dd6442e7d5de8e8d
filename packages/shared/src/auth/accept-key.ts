/** Takes a key into the store, but only one that the service has accepted. */
import type { ProviderDefinition } from "../provider/definition.js";
import { FrameworkError } from "../provider/errors.js";
import { redact } from "../provider/secrets.js";
import type { Environment } from "../provider/settings.js";
import { createCredentialStore } from "./store.js";

export interface KeyPlace {
  env: Environment;
  workspace: string;
}

export type KeyOutcome =
  /** Stored in `file`; `proof` says how the service showed that it accepts the key. */
  | { outcome: "stored"; file: string; proof: string }
  /** The service refused it. */
  | { outcome: "rejected"; reason: string }
  /** Nobody knows: the service was busy, broken, out of credits or not there. */
  | { outcome: "unchecked"; reason: string };

const refusals = new Set(["credentials-rejected", "permission-denied"]);
const ownFaults = new Set(["configuration", "cancelled"]);

/** Checks the key with the service and stores it. What is wrong with the settings themselves is thrown. */
export async function acceptKey(
  definition: ProviderDefinition,
  key: string,
  { env, workspace }: KeyPlace,
): Promise<KeyOutcome> {
  const provider = definition.create();
  let proof: string;
  try {
    await provider.initialize(
      {},
      { env, workspace, retries: 0, flags: { [definition.credential.knob]: key } },
    );
    if (!provider.checkCredential) throw new FrameworkError(`${definition.name} has no way to check a key.`);
    proof = await provider.checkCredential();
  } catch (error) {
    if (!(error instanceof FrameworkError) || ownFaults.has(error.code)) throw error;
    const outcome = refusals.has(error.code) ? "rejected" : "unchecked";
    return { outcome, reason: redact(`${error.name}: ${error.message}`, [key]) };
  } finally {
    await provider.close();
  }
  const file = await createCredentialStore({ env, workspace }).write(definition.name, { apiKey: key });
  return { outcome: "stored", file, proof };
}
