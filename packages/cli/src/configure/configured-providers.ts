/** The providers that something configures: the profile, an address or a key in the environment, a stored key. */
import { type Configuration, knownProviders, loadProvider, providerNames } from "@framework/shared";
import { findKeys } from "@framework/shared/auth";

export async function configuredProviders({
  profile,
  providerName,
  env,
  workspace,
}: Configuration): Promise<string[]> {
  const inProfile = new Set([providerName, ...Object.keys(profile?.pluginConfigs ?? {})]);
  const isConfigured = await Promise.all(
    knownProviders.map(async (name) => {
      if (inProfile.has(name)) return true;
      // A vendor's key that happens to be set asks for nothing.
      if (!providerNames.includes(name)) return false;
      const definition = await loadProvider(name);
      const isAddressed = definition.variables.some(
        ({ knob, name: variable }) => definition.knobsFor.addresses.includes(knob) && env[variable]?.trim(),
      );
      if (!definition.credential.required) return isAddressed;
      return (await findKeys(definition, { env, workspace }).catch(() => [])).length > 0;
    }),
  );
  return knownProviders.filter((_name, place) => isConfigured[place]);
}
