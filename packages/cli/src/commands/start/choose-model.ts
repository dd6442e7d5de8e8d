/** The model of a backend that was found. */
import { loadProvider } from "@framework/shared";
import type { ChatFlags } from "../../configure/chat-flags.js";
import type { Configured } from "../../configure/client-options.js";

/** The model that is configured, else the one the user picks. */
export async function chooseModel(
  provider: string,
  { env, client }: Configured,
  flags: ChatFlags,
): Promise<string> {
  const { variables } = await loadProvider(provider);
  const configured = variables.flatMap(({ knob, name }) => (knob === "model" && env[name]?.trim()) || []);
  const model = flags.model ?? configured[0];
  if (model !== undefined) return model;
  const { askModel } = await import("../init/questions.js");
  return askModel(await client.describeModels());
}
