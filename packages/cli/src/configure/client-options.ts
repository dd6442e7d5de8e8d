/** From flags to a client. */
import {
  type BackendFlags,
  type Client,
  type ClientOptions,
  type Configuration,
  createClient,
  readConfiguration,
} from "@framework/shared";

/** What the flags led to. */
export interface Configured extends Omit<Configuration, "config" | "sources"> {
  client: Client;
}

/** Prepares the client; nothing is sent yet. `fixed` wins over what was read. */
export async function configure(flags: BackendFlags, fixed: ClientOptions = {}): Promise<Configured> {
  const { config, sources, ...rest } = await readConfiguration(flags);
  const providerName = fixed.providerName ?? rest.providerName;
  const named = providerName === undefined ? {} : { providerName };
  return { ...rest, providerName, client: createClient({ config, ...sources, ...named, ...fixed }) };
}
