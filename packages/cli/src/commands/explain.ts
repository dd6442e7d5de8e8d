/** `fw explain [NAME]` and `framework-scaffold explain provider [NAME]`: what can be set, what holds now, and why. */
import { type BackendFlags, loadProvider, providerNames, readConfiguration } from "@framework/shared";
import { explainProvider, explanationText } from "@framework/shared/explain";
import { say, sayColumns, sayJson } from "../output/print.js";

interface ExplainFlags extends BackendFlags {
  json?: boolean;
}

async function list(json: boolean): Promise<void> {
  const definitions = await Promise.all(providerNames.map(loadProvider));
  if (json) {
    const rows = definitions.map(({ name, kind, product }) => ({ provider: name, kind, product }));
    sayJson(rows, 2);
    return;
  }
  sayColumns(definitions.map(({ name, kind, product }) => [name, `${kind}; ${product}`]));
}

export async function explain(name: string | undefined, flags: ExplainFlags): Promise<void> {
  const json = flags.json ?? false;
  if (name === undefined) return list(json);
  const definition = await loadProvider(name);
  const { options } = await readConfiguration({ ...flags, provider: name });
  const explanation = await explainProvider(definition, options.config, options);
  if (json) sayJson(explanation, 2);
  else say(explanationText(explanation).trimEnd());
  if (explanation.problem !== undefined) process.exitCode = 2;
}
