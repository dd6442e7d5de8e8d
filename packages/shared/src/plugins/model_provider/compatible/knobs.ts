/** `plugin_configs.compatible` in a profile, and that of every preset under its own name. */
import * as z from "../../../settings/kinds.js";
import { bearer, headerMap, text, tokens } from "../../../settings/knobs.js";
import { PRESETS } from "./presets.js";

const shape = {
  base_url: text("Base address, version and all: http://gpu-box:8000/v1. A preset has its own."),
  api_key: bearer("Key, only where the server demands one; wins over the environment and the stored key."),
  context_length: tokens(
    "Context window in tokens, where the server does not state it; it narrows what a server states.",
  ),
  headers: headerMap.default({}).describe("Headers added to every request."),
  models_url: text("Where the models are listed, if not at `models` below the base address."),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Fields added to every chat request as they are; what a call says itself wins."),
};

export const knobs = z.strictObject({
  ...shape,
  preset: z
    .enum(PRESETS.map(({ name }) => name))
    .optional()
    .describe("A server or service that is known: where it is, how it lists models and states windows."),
});

/** A preset under its own name is itself and no other. */
export const boundKnobs = z.strictObject(shape);
