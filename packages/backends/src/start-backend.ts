import { ReplyScript } from "./chat/reply.js";
import type { CreateEmulator } from "./emulator.js";
import { createGpusrv, type GpusrvOptions } from "./gpusrv/gpusrv.js";
import { createLocaldesk, type LocaldeskOptions } from "./localdesk/localdesk.js";
import { RunningBackend, type Backend } from "./running-backend.js";
import { createSelfhost, type SelfhostOptions } from "./selfhost/selfhost.js";

/** The options of each backend. */
export interface BackendOptions {
  readonly gpusrv: GpusrvOptions;
  readonly localdesk: LocaldeskOptions;
  readonly selfhost: SelfhostOptions;
}

const creators: {
  readonly [Name in keyof BackendOptions]: CreateEmulator<BackendOptions[Name]>;
} = {
  gpusrv: createGpusrv,
  localdesk: createLocaldesk,
  selfhost: createSelfhost,
};

/** Starts a backend on loopback and resolves once it listens. */
export async function startBackend<Name extends keyof BackendOptions>(
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
