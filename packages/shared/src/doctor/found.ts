/** What there is to work with when no provider was chosen: keys, addresses, servers on this machine. */
import { findKeys } from "../auth/found-keys.js";
import type { ProviderDefinition } from "../provider/definition.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Check } from "../provider/provider.js";
import { knownProviders, loadProvider, providerNames } from "../plugins/registry.js";
import { maskSecret } from "../provider/secrets.js";
import type { Environment } from "../provider/settings.js";
import { fail, pass, warn } from "./check.js";
import { findLocalServers } from "./local-servers.js";

export async function* checkWhatIsThere(env: Environment, workspace: string): AsyncGenerator<Check> {
  const definitions = await Promise.all(knownProviders.map(loadProvider));
  yield warn(
    "provider",
    `None is chosen. Known: ${providerNames.join(", ")}, and the presets of compatible.`,
    "Use --provider, provider: in a profile, or FW_PROVIDER.",
  );
  let found = 0;
  for (const definition of definitions) {
    for (const check of await checkTraces(definition, env, workspace)) {
      found += 1;
      yield check;
    }
  }
  for (const { port, product, providers } of await findLocalServers()) {
    found += 1;
    yield pass("found", `${product} listens on 127.0.0.1:${port}: --provider ${providers.join(" or ")}.`);
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
