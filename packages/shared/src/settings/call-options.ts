/** The options of a call as files write them, under the names that the command line has too. */
import * as z from "./kinds.js";
import type { CallOptions } from "../provider/provider.js";
import { defined } from "../provider/defined.js";

/** What a profile or a role may say about every call. */
export type CallPreferences = Pick<
  CallOptions,
  "temperature" | "maxTokens" | "topP" | "seed" | "stop" | "reasoning"
>;

export const callOptionSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().positive().optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1))]).optional(),
  reasoning: z.union([z.enum(["low", "medium", "high", "off"]), z.int().positive()]).optional(),
});

/** The same as a call takes it. */
export function callPreferences(values: unknown): CallPreferences {
  const { temperature, max_tokens, top_p, seed, stop, reasoning } = callOptionSchema.parse(values);
  const stops = typeof stop === "string" ? [stop] : stop;
  return defined({ temperature, maxTokens: max_tokens, topP: top_p, seed, stop: stops, reasoning });
}
