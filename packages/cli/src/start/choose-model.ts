import { loadProvider } from "@framework/shared";
import type { ChatFlags } from "../chat.js";
import type { Configured } from "../client-options.js";

/** The model that is configured, else the only one there is, else the one the user picks. */
export async function chooseModel(
  provider: string,
  models: readonly string[],
  { env, client }: Configured,
  flags: ChatFlags,
): Promise<string | undefined> {
  const { variables } = await loadProvider(provider);
  const variable = variables.find(({ knob, name }) => knob === "model" && env[name]?.trim());
  const configured = flags.model ?? (variable && env[variable.name]?.trim());
  if (configured !== undefined || models.length < 2) return configured ?? models[0];
  const { askModel } = await import("../init/questions.js");
  return askModel(await client.describeModels());
}
