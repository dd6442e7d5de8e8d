/** The backends that the flags, the profile and the environment configure, for programs that name models in requests. */
import { type Client, createClient, type OnCall } from "@framework/shared";
import { type BackendFlags, type Configuration, readConfiguration } from "@framework/shared";
import { readAliases } from "@framework/shared/config";
import { configuredProviders } from "../configure/configured-providers.js";
import { Upstreams } from "./upstreams.js";

export async function openUpstreams(
  flags: BackendFlags,
  configuration: Configuration,
  onCall: OnCall,
): Promise<Upstreams> {
  const { providerName, options } = configuration;
  const openDefault = async (): Promise<Client> => {
    const client = createClient({ ...options, onCall });
    await client.connect(null, null);
    return client;
  };
  return new Upstreams({
    openDefault: providerName !== undefined || options.chain ? openDefault : undefined,
    openProvider: async (provider, model) => {
      const named = await readConfiguration({ ...flags, provider, ...(model !== undefined && { model }) });
      return createClient({ ...named.options, onCall });
    },
    defaultProvider: providerName,
    providers: await configuredProviders(configuration),
    aliases: await readAliases(configuration.env),
  });
}
