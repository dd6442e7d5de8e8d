/** The providers by name. A further one is one more line here; nothing else names a provider's folder. */
import { didYouMean } from "../provider/suggest.js";
import type { ProviderDefinition } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import { pluginNames } from "./tools/registry.js";
import { presetNames, productNames, providerCalled } from "./product-names.js";

const providers: Readonly<Record<string, () => Promise<{ default: ProviderDefinition }>>> = {
  localdesk: () => import("./model_provider/localdesk/index.js"),
  gpusrv: () => import("./model_provider/gpusrv/index.js"),
  hubmodels: () => import("./model_provider/hubmodels/index.js"),
  gateway: () => import("./model_provider/gateway/index.js"),
  serverless: () => import("./model_provider/serverless/index.js"),
  eucloud: () => import("./model_provider/eucloud/index.js"),
  selfhost: () => import("./model_provider/selfhost/index.js"),
  compatible: () => import("./model_provider/compatible/index.js"),
};

/** The names that `provider:` and `FW_PROVIDER` accept. */
export const providerNames: readonly string[] = Object.keys(providers);

/** Every name that a profile may give: the providers, and the presets of `compatible`. */
export const knownProviders: readonly string[] = [...providerNames, ...presetNames];

/** Loads one provider and no other; a preset is `compatible` under its own name. */
export async function loadProvider(name: string): Promise<ProviderDefinition> {
  const called = providerCalled(name);
  if (presetNames.includes(called)) {
    const { presetCalled, presetDefinition } = await import("./model_provider/compatible/index.js");
    const preset = presetCalled(called);
    if (preset) return presetDefinition(preset);
  }
  const load = Object.hasOwn(providers, called) ? providers[called] : undefined;
  if (!load) {
    throw new ConfigurationError(
      `There is no provider "${name}"${didYouMean(name, [...providerNames, ...productNames])}. ` +
        `Known: ${providerNames.join(", ")}; by product: ${productNames.join(", ")}.`,
    );
  }
  return (await load()).default;
}

/** What a profile is checked against: only the definitions know. */
export const profileChecks = {
  providers: knownProviders,
  plugins: pluginNames,
  knobs: async (name: string) => (await loadProvider(name)).knobs(),
  quirks: async (name: string) => Object.keys((await loadProvider(name)).quirks),
};
