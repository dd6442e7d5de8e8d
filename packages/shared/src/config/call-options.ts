/** `options:` of a profile or a role: what every call is made with. */
import type { CallPreferences } from "../settings/call-options.js";
import type { Fault } from "./fault.js";
import { checkKnobs } from "./knob-check.js";
import type { YamlMap } from "./yaml-tree.js";

/** `options:` of a profile or a role. The schema is loaded only for a file that has it. */
export async function readCallOptions(
  map: YamlMap,
): Promise<{ options: CallPreferences; faults: readonly Fault[] }> {
  const { callOptionSchema, callPreferences } = await import("../settings/call-options.js");
  const { values, faults } = await checkKnobs(map, callOptionSchema, "options");
  return { options: faults.length > 0 ? {} : callPreferences(values), faults };
}
