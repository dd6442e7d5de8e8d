/** From flags to a client. */
import {
  type BackendFlags,
  type Client,
  type ClientOptions,
  type Configuration,
  createClient,
  readConfiguration,
} from "@framework/shared";
import type { ChatServers } from "../mcp/servers.js";
import { remark } from "../output/print.js";

/** What the flags led to. */
export interface Configured extends Omit<Configuration, "options"> {
  client: Client;
  /** The MCP servers of the chat. */
  servers?: ChatServers;
}

/** Prepares the client; nothing is sent yet. `fixed` wins over what was read. */
export async function configure(flags: BackendFlags, fixed: ClientOptions = {}): Promise<Configured> {
  const { options, ...configuration } = await readConfiguration(flags);
  const providerName = fixed.providerName ?? configuration.providerName;
  const { recording } = await import("./recorded.js");
  const onCall = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  return { ...configuration, providerName, client: createClient({ ...options, ...fixed, onCall }) };
}
