/** The door: a backend by name, listening. */
import { ReplyScript } from "./chat/reply.js";
import { createCompatible, type CompatibleOptions } from "./services/compatible/compatible.js";
import type { CreateEmulator } from "./emulator/emulator.js";
import { createEuCloud, type EuCloudOptions } from "./services/eucloud/eucloud.js";
import { createGateway } from "./services/gateway/gateway.js";
import type { GatewayOptions } from "./services/gateway/state.js";
import { createGpuSrv } from "./services/gpusrv/gpusrv.js";
import type { GpuSrvOptions } from "./services/gpusrv/state.js";
import { createHubModels, type HubModelsOptions } from "./services/hubmodels/hubmodels.js";
import { createLocalDesk, type LocalDeskOptions } from "./services/localdesk/localdesk.js";
import type { BackendName } from "./names.js";
import { RunningBackend, type Backend, type TwoSurfaceBackend } from "./emulator/running-backend.js";
import { createSelfHost, type SelfHostOptions } from "./services/selfhost/selfhost.js";
import { createServerless, type ServerlessOptions } from "./services/serverless/serverless.js";

/** The options of each backend. */
export interface BackendOptions {
  /** A desktop application that loads models into its own memory. */
  readonly localdesk: LocalDeskOptions;
  /** A GPU server with a chat frontend and a control plane. */
  readonly gpusrv: GpuSrvOptions;
  /** A hosted catalog of models behind an account's token. */
  readonly hubmodels: HubModelsOptions;
  /** One service in front of many upstream providers. */
  readonly gateway: GatewayOptions;
  /** A hosted service that bills by the token. */
  readonly serverless: ServerlessOptions;
  /** A hosted service that also answers without a key, at a low rate. */
  readonly eucloud: EuCloudOptions;
  /** An inference server that somebody runs for themselves. */
  readonly selfhost: SelfHostOptions;
  /** Any other server. */
  readonly compatible: CompatibleOptions;
}

const creators: { readonly [Name in BackendName]: CreateEmulator<BackendOptions[Name]> } = {
  localdesk: createLocalDesk,
  gpusrv: createGpuSrv,
  hubmodels: createHubModels,
  gateway: createGateway,
  serverless: createServerless,
  eucloud: createEuCloud,
  selfhost: createSelfHost,
  compatible: createCompatible,
};

/**
 * Starts a backend on loopback and resolves once it listens.
 *
 * @example
 * const backend = await startBackend("selfhost", { fault: "stall-mid-stream" });
 * // ... point the program at backend.url, then:
 * await backend.close();
 */
export function startBackend(name: "gpusrv", options?: BackendOptions["gpusrv"]): Promise<TwoSurfaceBackend>;
export function startBackend<Name extends BackendName>(
  name: Name,
  options?: BackendOptions[Name],
): Promise<Backend>;
export async function startBackend<Name extends BackendName>(
  name: Name,
  options?: BackendOptions[Name],
): Promise<Backend> {
  const { port = 0, host = "127.0.0.1", fault, reply } = options ?? {};
  const replies = new ReplyScript(reply);
  const backend = new RunningBackend(name, creators[name](options ?? {}, replies), replies);
  await backend.listen(host, port);
  backend.setFault(fault);
  return backend;
}
