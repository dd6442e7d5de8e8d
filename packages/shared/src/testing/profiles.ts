/** Profiles of providers that are there for the test. */
import { parseProfile, type ProfileChecks } from "../config/profile.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Schema } from "../provider/schema.js";
import * as z from "../settings/kinds.js";

const schemas: Record<string, Schema> = {
  selfhost: z.strictObject({
    host: z
      .string()
      .regex(/^https?:/, { error: "must be a URL that begins with http:// or https://" })
      .optional(),
    context_length: z.int().positive().optional(),
    api_token: z.string().min(8).optional(),
    max_tokens: z.int().min(1).optional(),
  }),
  gpusrv: z.strictObject({
    context_length: z.int(),
    load: z.record(z.string(), z.unknown()).optional(),
  }),
  gateway: z.strictObject({
    api_key: z
      .string()
      .check((key, at, issues) => {
        if (!key.startsWith("sk-")) issues.push({ code: "custom", path: at, message: `bad key ${key}` });
      })
      .optional(),
    api_params: z
      .strictObject({
        temperature: z.number().min(0).max(1).optional(),
        thinking_level: z.enum(["low", "medium", "high"]).optional(),
        cache_prompt: z.union([z.literal("auto"), z.boolean()]).optional(),
        models: z.array(z.string()).max(3).optional(),
        enable_thinking: z.boolean().optional(),
      })
      .optional(),
    routing: z
      .strictObject({ sort: z.union([z.enum(["price", "latency"]), z.strictObject({ by: z.string() })]) })
      .optional(),
    extra_headers: z.record(z.string(), z.string()).optional(),
  }),
};
const quirks: Record<string, string[]> = {
  selfhost: ["coerce_typed_tool_args", "force_narration_between_tools"],
};
export const checks: ProfileChecks = {
  providers: ["selfhost", "gpusrv", "gateway", "localdesk"],
  knobs: (provider: string) => Promise.resolve(schemas[provider]),
  quirks: (provider: string) => Promise.resolve(quirks[provider] ?? []),
};

export const parse = (text: string, env: Record<string, string> = {}) =>
  parseProfile(text, "profile.yaml", { env, checks });

/** What is said about a profile, line by line. */
export async function faults(text: string, env?: Record<string, string>): Promise<string[]> {
  const outcome = await parse(text, env).catch((error: unknown) => error);
  if (!(outcome instanceof ConfigurationError)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  return outcome.message.split("\n").map((line) => line.replace(/^profile\.yaml:/, ""));
}
