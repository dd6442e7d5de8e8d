/** From flags to a client. */
import {
  type BackendFlags,
  type Client,
  type ClientOptions,
  type Configuration,
  createClient,
  type People,
  readConfiguration,
  type ToolDefinition,
} from "@framework/shared";
import type { Asker } from "../input/prompter.js";
import { remark } from "../output/print.js";

/** What the flags led to. */
export interface Configured extends Omit<Configuration, "options"> {
  client: Client;
  /** Whoever brings tools from outside. */
  servers?: ToolServers;
}

/** Servers that a chat takes tools from. */
export interface ToolServers {
  /** What they offer; those that cannot be asked are told of and left out. */
  tools(tell: (text: string) => void): Promise<ToolDefinition[]>;
  /** Who can be asked on a server's behalf, once there is somebody. */
  asker: Asker | undefined;
  /** What a prompt of a server says, with its arguments filled in. */
  prompt(server: string, name: string, args: Record<string, string>): Promise<string>;
  /** The text of a server's resource. */
  resource(server: string, uri: string): Promise<string>;
}

/** The user, where there is a terminal; what is said is said in any case. */
export const people: People = {
  onNotice: remark,
  ...(process.stderr.isTTY && {
    ask: async (question) => (await import("../input/current-asker.js")).askYesNo(question),
  }),
};

/** Prepares the client; nothing is sent yet. `fixed` wins over what was read. */
export async function configure(flags: BackendFlags, fixed: ClientOptions = {}): Promise<Configured> {
  const { options, ...configuration } = await readConfiguration(flags, people);
  const providerName = fixed.providerName ?? configuration.providerName;
  const { recording } = await import("./recorded.js");
  const onCall = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  return { ...configuration, providerName, client: createClient({ ...options, ...fixed, onCall }) };
}
