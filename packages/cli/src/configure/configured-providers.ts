/** The providers that something configures: the profile, an address or a key in the environment, a stored key. */
import { loadProvider, providerNames } from "@framework/shared";
import { findKeys } from "@framework/shared/auth";
import type { Configuration } from "./client-options.js";

export async function configuredProviders({
  profile,
  providerName,
  env,
  workspace,
}: Configuration): Promise<string[]> {
  const inProfile = new Set([providerName, ...Object.keys(profile?.pluginConfigs ?? {})]);
  const isConfigured = await Promise.all(
    providerNames.map(async (name) => {
      if (inProfile.has(name)) return true;
      const definition = await loadProvider(name);
      const isAddressed = definition.variables.some(
        ({ knob, name: variable }) => ADDRESS.has(knob) && env[variable]?.trim(),
      );
      if (isAddressed || !definition.credential.required) return isAddressed;
      return (await findKeys(definition, { env, workspace }).catch(() => [])).length > 0;
    }),
  );
  return providerNames.filter((_name, place) => isConfigured[place]);
}

const ADDRESS = new Set(["host", "openai_url"]);
