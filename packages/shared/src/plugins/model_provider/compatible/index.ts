/**
 * `compatible`: any server that speaks chat completions, by its address or as one of the presets.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({ preset: "ollama" });
 * await provider.connect("llama3.2");
 */
import type { ModelProvider } from "../../../provider/provider.js";
import compatible from "./definitions.js";

export default compatible;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => compatible.create();
export { presetDefinition } from "./definitions.js";
export * from "./errors.js";
export type { ModelList, Preset, WindowPlace } from "./preset.js";
export { presetCalled, PRESETS } from "./presets.js";
