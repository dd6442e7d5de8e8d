import { ReplyScript } from "./chat/reply.js";
import type { CreateEmulator } from "./emulator.js";
import { createEucloud, type EucloudOptions } from "./eucloud/eucloud.js";
import { createGateway, type GatewayOptions } from "./gateway/gateway.js";
import { createGpusrv, type GpusrvOptions } from "./gpusrv/gpusrv.js";
import { createHubmodels, type HubmodelsOptions } from "./hubmodels/hubmodels.js";
import { createLocaldesk, type LocaldeskOptions } from "./localdesk/localdesk.js";
import type { BackendName } from "./names.js";
import { RunningBackend, type Backend, type TwoSurfaceBackend } from "./running-backend.js";
import { createSelfhost, type SelfhostOptions } from "./selfhost/selfhost.js";
import { createServerless, type ServerlessOptions } from "./serverless/serverless.js";

/** The options of each backend. */
export interface BackendOptions {
  readonly localdesk: LocaldeskOptions;
  readonly gpusrv: GpusrvOptions;
  readonly hubmodels: HubmodelsOptions;
  readonly gateway: GatewayOptions;
  readonly serverless: ServerlessOptions;
  readonly eucloud: EucloudOptions;
  readonly selfhost: SelfhostOptions;
}

const creators: { readonly [Name in BackendName]: CreateEmulator<BackendOptions[Name]> } = {
  localdesk: createLocaldesk,
  gpusrv: createGpusrv,
  hubmodels: createHubmodels,
  gateway: createGateway,
  serverless: createServerless,
  eucloud: createEucloud,
  selfhost: createSelfhost,
};

/** Starts a backend on loopback and resolves once it listens. */
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
