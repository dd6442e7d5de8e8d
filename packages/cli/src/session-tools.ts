import { loadTools, type ToolDefinition } from "@framework/shared";
import type { Configured } from "./client-options.js";

/** The tools that the profile's `plugins` give the model. */
export function sessionTools({ profile }: Configured): Promise<ToolDefinition[]> {
  return loadTools(profile?.plugins ?? []);
}
