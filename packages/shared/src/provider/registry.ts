/** The providers by name. An eighth one is one more line here; nothing else names a provider's folder. */
import { didYouMean } from "./suggest.js";
import type { ProviderDefinition } from "./definition.js";
import { ConfigurationError } from "./errors.js";

const providers: Readonly<Record<string, () => Promise<{ default: ProviderDefinition }>>> = {
  localdesk: () => import("../plugins/model_provider/localdesk/index.js"),
  gpusrv: () => import("../plugins/model_provider/gpusrv/index.js"),
  hubmodels: () => import("../plugins/model_provider/hubmodels/index.js"),
  gateway: () => import("../plugins/model_provider/gateway/index.js"),
  serverless: () => import("../plugins/model_provider/serverless/index.js"),
  eucloud: () => import("../plugins/model_provider/eucloud/index.js"),
  selfhost: () => import("../plugins/model_provider/selfhost/index.js"),
};

/** The names that `provider:` and `FW_PROVIDER` accept. */
export const providerNames: readonly string[] = Object.keys(providers);

/** Loads one provider and no other. */
export async function loadProvider(name: string): Promise<ProviderDefinition> {
  const load = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!load) {
    throw new ConfigurationError(
      `There is no provider "${name}"${didYouMean(name, providerNames)}. ` +
        `Known: ${providerNames.join(", ")}.`,
    );
  }
  return (await load()).default;
}

/** What a profile is checked against: only the definitions know. */
export const profileChecks = {
  providers: providerNames,
  knobs: async (name: string) => (await loadProvider(name)).knobs(),
  quirks: async (name: string) => Object.keys((await loadProvider(name)).quirks),
};
