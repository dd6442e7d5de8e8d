/** What there is to chat with when nobody chose: keys, addresses, servers on this machine. */
import {
  ConfigurationError,
  type Environment,
  loadProvider,
  type ProviderDefinition,
  providerNames,
} from "@framework/shared";
import { findKeys } from "@framework/shared/auth";
import { findLocalServers } from "@framework/shared/doctor";

/** A backend that may work, in one or several ways to reach it. */
export interface FoundBackend {
  /** Where it was found, for a person: `a key for gateway (FW_GATEWAY_API_KEY)`. */
  readonly found: string;
  readonly ways: readonly { readonly provider: string; readonly address?: string }[];
}

export interface Findings {
  /** The best first: what the environment says, stored keys, then servers that nobody named. */
  readonly candidates: readonly FoundBackend[];
  /** What looked like something and is broken. */
  readonly problems: readonly string[];
}

export async function findCandidates(env: Environment, workspace: string): Promise<Findings> {
  const definitions = await Promise.all(providerNames.map(loadProvider));
  const problems: string[] = [];
  const [servers, ...keys] = await Promise.all([
    findLocalServers(),
    ...definitions.map((definition) =>
      keyOf(definition, env, workspace).catch((error: unknown) => {
        if (!(error instanceof ConfigurationError)) throw error;
        problems.push(error.message);
        return undefined;
      }),
    ),
  ]);
  const named = definitions.flatMap((definition) => addressOf(definition, env) ?? []);
  const fromEnvironment = keys.filter((key) => key?.kind === "variable");
  const stored = keys.filter((key) => key?.kind === "file");
  const local = servers.map(({ port, address, product, providers }): FoundBackend => {
    const found = `${product.replace(/^A /, "a ")} on 127.0.0.1:${port}`;
    return { found, ways: providers.map((provider) => ({ provider, address })) };
  });
  const candidates = [...named, ...fromEnvironment, ...stored, ...local].filter((one) => one !== undefined);
  return { candidates, problems };
}

type FoundKeyBackend = FoundBackend & { readonly kind: "variable" | "file" };

/** A key makes a candidate only where it is all that is needed. */
async function keyOf(
  definition: ProviderDefinition,
  env: Environment,
  workspace: string,
): Promise<FoundKeyBackend | undefined> {
  const { name, credential } = definition;
  if (!credential.required) return undefined;
  const [key] = await findKeys(definition, { env, workspace });
  if (!key) return undefined;
  const kind = definition.variables.some((variable) => variable.name === key.origin) ? "variable" : "file";
  return { kind, found: `a key for ${name} (${key.origin})`, ways: [{ provider: name }] };
}

/** So does an address where no key is needed beside it. */
function addressOf(definition: ProviderDefinition, env: Environment): FoundBackend | undefined {
  const { name, variables, credential, knobsFor } = definition;
  if (credential.required) return undefined;
  const variable = variables.find(
    ({ knob, name: key }) => knobsFor.addresses.includes(knob) && env[key]?.trim(),
  );
  return variable && { found: `an address for ${name} (${variable.name})`, ways: [{ provider: name }] };
}
