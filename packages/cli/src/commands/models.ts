/** `fw models`: ids with their windows; those of every server on this machine where no backend is chosen. */
import { type BackendFlags, type Environment, FrameworkError, type ModelInfo } from "@framework/shared";
import { configure } from "../configure/client-options.js";
import { withoutKeys } from "../configure/without-keys.js";
import { modelLines } from "../output/model-lines.js";
import { remark, say, sayJson } from "../output/print.js";
import { rememberModels } from "./shell-completion/remembered-models.js";

interface ModelsFlags extends BackendFlags {
  prefix?: string;
  json?: boolean;
}

export async function models(flags: ModelsFlags): Promise<void> {
  const { client, env, providerName } = await configure(flags);
  try {
    const found = providerName === undefined ? await modelsFoundHere(flags, env) : [];
    // Without anything found, the client says what is missing.
    const list = found.length > 0 ? found : await client.describeModels(flags.prefix);
    if (providerName !== undefined) await remember(providerName, list, flags, env);
    if (flags.json) {
      const rows = list.map((model) => ({ context_length: null, context_source: null, ...model }));
      sayJson(rows, 2);
      return;
    }
    if (list.length === 0) remark("The backend offers no such model.");
    if (found.length === 0) for (const line of modelLines(list)) say(line);
    else sayByServer(found);
  } finally {
    await client.close();
  }
}

interface FoundModel extends ModelInfo {
  provider: string;
  address: string;
}

/** The models of each server under the flags that lead to it. */
function sayByServer(found: readonly FoundModel[]): void {
  for (const address of new Set(found.map((model) => model.address))) {
    const own = found.filter((model) => model.address === address);
    say(`--provider ${own[0]?.provider} --host ${address}`);
    for (const line of modelLines(own)) say(`  ${line}`);
  }
}

async function remember(
  provider: string,
  list: readonly ModelInfo[],
  { prefix }: ModelsFlags,
  env: Environment,
): Promise<void> {
  const ids = list.map(({ id }) => id);
  if (prefix === undefined) await rememberModels(provider, ids, env);
}

/** Each server is asked in the first way that works; one that cannot be asked is told of. */
async function modelsFoundHere(flags: ModelsFlags, env: Environment): Promise<FoundModel[]> {
  const { findLocalServers } = await import("@framework/shared/doctor");
  const lists = await Promise.all(
    (await findLocalServers()).map(async ({ address, product, providers }) => {
      let reason = "";
      for (const provider of providers) {
        const { client } = await configure(
          { ...flags, provider, host: address },
          await withoutKeys(provider),
        );
        try {
          const list = await client.describeModels(flags.prefix);
          await remember(provider, list, flags, env);
          return list.map((model) => ({ ...model, provider, address }));
        } catch (error) {
          if (!(error instanceof FrameworkError) || error.code === "cancelled") throw error;
          reason = error.message;
        } finally {
          await client.close();
        }
      }
      remark(`${product} on ${address} cannot be asked for its models. ${reason}`);
      return [];
    }),
  );
  return lists.flat();
}
