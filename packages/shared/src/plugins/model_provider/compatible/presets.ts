/** The table of presets, and finding one in it. */
import type { Preset } from "./preset.js";
import { SERVER_PRESETS } from "./server-presets.js";
import { SERVICE_PRESETS } from "./service-presets.js";

/** All of them, servers of one's own first. */
export const PRESETS: readonly Preset[] = [...SERVER_PRESETS, ...SERVICE_PRESETS];

/** Undefined where no preset has that name. */
export const presetCalled = (name: string | undefined): Preset | undefined =>
  PRESETS.find((preset) => preset.name === name);
