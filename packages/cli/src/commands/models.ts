/** `fw models`: ids with their windows. */
import { rememberModels } from "./shell-completion/remembered-models.js";
import type { BackendFlags } from "@framework/shared";
import { configure } from "../configure/client-options.js";
import { modelLines } from "../output/model-lines.js";
import { remark, say, sayJson } from "../output/print.js";

interface ModelsFlags extends BackendFlags {
  prefix?: string;
  json?: boolean;
}

export async function models(flags: ModelsFlags): Promise<void> {
  const { client, env, providerName } = await configure(flags);
  try {
    const list = await client.describeModels(flags.prefix);
    if (flags.prefix === undefined && providerName !== undefined) {
      const ids = list.map(({ id }) => id);
      await rememberModels(providerName, ids, env);
    }
    if (flags.json) {
      const rows = list.map((model) => ({ context_length: null, context_source: null, ...model }));
      sayJson(rows, 2);
      return;
    }
    if (list.length === 0) remark("The backend offers no such model.");
    for (const line of modelLines(list)) say(line);
  } finally {
    await client.close();
  }
}
