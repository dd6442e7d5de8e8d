/** `fw backends`: emulated backends on loopback until Ctrl-C. */
import {
  type Backend,
  backendNames,
  type BackendName,
  faultNames,
  type FaultName,
  faults,
  startBackend,
} from "@framework/backends";
import { ConfigurationError } from "@framework/shared";
import { remark, sayColumns, sayJson } from "../output/print.js";

interface BackendsFlags {
  only?: string;
  port?: number;
  fault?: string;
  json?: boolean;
}

const isBackend = (name: string): name is BackendName => (backendNames as readonly string[]).includes(name);
const isFault = (name: string): name is FaultName => (faultNames as readonly string[]).includes(name);

function choose(only: string | undefined): readonly BackendName[] {
  if (only === undefined) return backendNames;
  if (isBackend(only)) return [only];
  throw new ConfigurationError(`There is no backend "${only}". Known: ${backendNames.join(", ")}.`);
}

export async function backends(flags: BackendsFlags): Promise<void> {
  if (flags.fault === "list")
    return sayColumns(faults.map(({ name, description }) => [name, description] as const));
  const { fault } = flags;
  if (fault !== undefined && !isFault(fault)) {
    throw new ConfigurationError(`There is no fault "${fault}". "fw backends --fault list" shows them.`);
  }
  const running: Backend[] = [];
  let port = flags.port ?? 0;
  try {
    for (const name of choose(flags.only)) {
      const backend = await startBackend(name, { port, ...(fault !== undefined && { fault }) });
      running.push(backend);
      if (port > 0) port += Object.keys(backend.urls).length;
    }
    print(running, flags.json ?? false);
    await new Promise<void>((resolve) => {
      process.once("SIGINT", resolve);
      process.once("SIGTERM", resolve);
    });
  } finally {
    await Promise.all(running.map((backend) => backend.close()));
  }
}

function print(running: readonly Backend[], json: boolean): void {
  if (json) {
    const addresses = running.map(({ name, url, urls }) => [name, { url, ...urls }]);
    sayJson(Object.fromEntries(addresses));
    return;
  }
  const control = ({ urls }: Backend) => (urls.control === undefined ? "" : `  control ${urls.control}`);
  sayColumns(running.map((backend) => [backend.name, `${backend.urls.openai}${control(backend)}`]));
  // One that needs neither a key nor the name of a model.
  const simple = running.find(({ name }) => name === "selfhost");
  if (simple) remark(`Try: fw chat --provider selfhost --host ${simple.url} "Hello"`);
  remark("Ctrl-C stops them.");
}
