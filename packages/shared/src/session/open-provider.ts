/** From the options of a client to its provider. */
import { keyGuard } from "../auth/key-guard.js";
import { storedCredential } from "../auth/stored-credential.js";
import { ConfigurationError } from "../provider/errors.js";
import type { ModelProvider } from "../provider/provider.js";
import { loadProvider, providerNames } from "../plugins/registry.js";
import type { SettingSources } from "../provider/settings.js";
import { chosenProvider } from "../settings/provider-choice.js";
import type { ClientOptions, ProviderOptions } from "./client-options.js";

/** A provider, and how it is initialized; nothing is read or sent before that. */
export interface OpenedProvider {
  provider: ModelProvider;
  hasOpenCatalog: boolean;
  initialize: () => Promise<void>;
}

/** The provider that the options name, or the chain of those that they name. */
export async function openProvider(
  options: ClientOptions | ProviderOptions,
  onProgress: ((text: string) => void) | undefined,
): Promise<OpenedProvider> {
  const { provider: named, providerName = named, config = {}, chain, ...own }: Merged = options;
  const sources = onProgress ? { onProgress, ...own } : own;
  const env = sources.env ?? process.env;
  if (chain) {
    const { ChainLink } = await import("../chain/chain-link.js");
    const { ChainProvider } = await import("../chain/chain-provider.js");
    const links = chain.map(async ({ provider, model, config: knobs = {} }) => {
      // What was said of a model without a provider is not said of these.
      const { model: _model, ...rest } = sources;
      return new ChainLink({ model, ...(await open(provider, knobs, { ...rest, env })) });
    });
    const provider = new ChainProvider(await Promise.all(links));
    return { provider, hasOpenCatalog: false, initialize: async () => undefined };
  }
  const name = chosenProvider({ flag: providerName, env });
  if (!name) {
    throw new ConfigurationError(
      `No provider was chosen. "fw init" asks what is needed and remembers it; else use --provider, "provider:" in a profile, or FW_PROVIDER. Known: ${providerNames.join(", ")}.`,
    );
  }
  return open(name, { ...config }, { ...sources, env });
}

/** Both kinds of options, as they are read. */
type Merged = Omit<ClientOptions, "provider" | "config"> & {
  provider?: string | undefined;
  config?: object;
};

async function open(
  name: string,
  config: Record<string, unknown>,
  sources: SettingSources & { env: NonNullable<SettingSources["env"]> },
): Promise<OpenedProvider> {
  const { create, hasOpenCatalog = false } = await loadProvider(name);
  const provider = create();
  const stored = storedCredential(sources.env, sources.workspace ?? process.cwd());
  // A stored key stays with the origin that accepted it, also where a program names the address.
  const guard = keyGuard({ env: sources.env });
  const initialize = () => provider.initialize(config, { stored, guard, ...sources });
  return { provider, hasOpenCatalog, initialize };
}
