/** What there is to work with when no provider was chosen: keys, addresses, servers on this machine. */
import { findKeys } from "../auth/found-keys.js";
import type { ProviderDefinition } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import { loadProvider, providerNames } from "../plugins/registry.js";
import { maskSecret } from "../provider/secrets.js";
import type { Environment } from "../provider/settings.js";
import { sharedErrors } from "../chat/failure.js";
import { ConnectionPool } from "../http/connection-pool.js";
import { sendJson } from "../chat/json-request.js";
import { fail, pass, warn } from "./check.js";

const LISTEN_MS = 1000;

/** A server that answers on this machine. */
export interface LocalServer {
  /** The port it listens on. */
  port: number;
  /** The providers whose servers usually listen there. */
  providers: string[];
}

/** The servers on this machine that answer like a model server, on the ports where such servers usually listen. */
export async function findLocalServers(definitions: readonly ProviderDefinition[]): Promise<LocalServer[]> {
  const ports = new Map<number, string[]>();
  for (const { name, localPorts = [] } of definitions) {
    for (const port of localPorts) ports.set(port, [...(ports.get(port) ?? []), name]);
  }
  const pool = new ConnectionPool({});
  const failure = { server: "The server", errors: sharedErrors, advice: {}, secrets: [] };
  try {
    const answers = await Promise.all(
      [...ports].map(async ([port, providers]) => {
        const url = new URL(`http://127.0.0.1:${port}/v1/models`);
        const answer = await sendJson(pool, { url, headers: {}, timeoutMs: LISTEN_MS, failure }).catch(
          () => undefined,
        );
        const isModelServer =
          answer !== undefined &&
          (answer.status === 401 ||
            (typeof answer.value === "object" && answer.value !== null && "data" in answer.value));
        return isModelServer ? [{ port, providers }] : [];
      }),
    );
    return answers.flat();
  } finally {
    pool.destroy();
  }
}

export async function* checkWhatIsThere(env: Environment, workspace: string): AsyncGenerator<Check> {
  const definitions = await Promise.all(providerNames.map(loadProvider));
  yield warn(
    "provider",
    `None is chosen. Known: ${providerNames.join(", ")}.`,
    "Use --provider, provider: in a profile, or FW_PROVIDER.",
  );
  let found = 0;
  for (const definition of definitions) {
    for (const check of await checkTraces(definition, env, workspace)) {
      found += 1;
      yield check;
    }
  }
  for (const { port, providers } of await findLocalServers(definitions)) {
    found += 1;
    yield pass(
      "found",
      `A model server listens on 127.0.0.1:${port}, where ${providers.join(" and ")} usually ${providers.length === 1 ? "does" : "do"}.`,
    );
  }
  if (found === 0) {
    const ports = [...new Set(definitions.flatMap(({ localPorts = [] }) => localPorts))];
    yield warn(
      "found",
      `No key, no address and no local model server (ports ${ports.join(", ")}) was found.`,
      'Store a key with one of the auth commands, start a server, or try "fw start", which brings a demo backend.',
    );
  }
}

/** The variables and the stored key of one provider. */
async function checkTraces(
  definition: ProviderDefinition,
  env: Environment,
  workspace: string,
): Promise<Check[]> {
  const { name, credential, variables } = definition;
  const checks: Check[] = [];
  try {
    for (const { key, origin, warning } of await findKeys(definition, { env, workspace })) {
      const detail = `A key for ${name}: ${maskSecret(key)} from ${origin}.`;
      checks.push(warning === undefined ? pass("found", detail) : warn("found", `${detail} ${warning}`));
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    checks.push(fail("found", error.message, "Store the key again, or remove the file.", error));
  }
  const others = variables.filter(
    ({ name: variable, knob }) => knob !== credential.knob && env[variable]?.trim(),
  );
  if (others.length > 0) {
    checks.push(
      pass("found", `Settings for ${name}: ${others.map((variable) => variable.name).join(", ")}.`),
    );
  }
  return checks;
}
