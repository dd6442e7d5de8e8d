/** `plugin_configs.gateway` in a profile, in four layers: identity, `api_params`, `routing`, `framework_overrides`. */
import * as z from "../../../settings/kinds.js";
import { bearer, headerText, tokens } from "../../../settings/knobs.js";

const reservedHeaders =
  /^(authorization|proxy-authorization|host|connection|content-(length|type|encoding)|transfer-encoding|te|upgrade)$/i;

function headerNameFault(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return "is no name of an HTTP header";
  return reservedHeaders.test(name) ? "may not be set here: the client sets it itself" : undefined;
}

/** Timers cannot count further than some weeks. */
const seconds = z.number().min(0).max(2_000_000);

export const knobs = z.strictObject({
  api_key: bearer("API key; wins over the variables and the stored one."),
  http_referer: headerText
    .default("https://framework.example")
    .describe("Sent as HTTP-Referer, which names the application; empty sends none."),
  app_title: headerText
    .default("fw")
    .describe("Sent as X-Gateway-Title and X-OpenRouter-Title; empty sends none."),
  app_categories: z
    .array(
      z
        .string()
        .max(30)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "must be lower-case words joined by hyphens" }),
    )
    .max(5)
    .default(["cli-agent"])
    .describe("Sent as X-Gateway-Categories and X-OpenRouter-Categories; [] sends none."),
  extra_headers: z
    .record(z.string(), headerText)
    .check((headers, path, issues) => {
      for (const name of Object.keys(headers)) {
        const message = headerNameFault(name);
        if (message !== undefined) issues.push({ code: "custom", path: [...path, name], message });
      }
    })
    .default({})
    .describe("Further request headers, such as a vendor's beta header."),
  api_params: z
    .strictObject({
      temperature: z.number().min(0).max(1).optional().describe("Sampling temperature, 0.0 to 1.0."),
      top_p: z.number().min(0).max(1).optional().describe("Nucleus sampling."),
      top_k: z.int().nonnegative().optional().describe("Sample from the k likeliest tokens."),
      max_tokens: tokens("Upper bound of the answer in tokens."),
      models: z
        .array(z.string().min(1))
        .default([])
        .describe("Fallback models, walked when the first one fails; [] sends none."),
      enable_thinking: z
        .boolean()
        .optional()
        .describe("Extended reasoning; false also switches off thinking_level and thinking_budget."),
      thinking_budget: z
        .int()
        .positive()
        .optional()
        .describe("Upper bound of reasoning tokens, sent as reasoning.max_tokens."),
      thinking_level: z
        .enum(["low", "medium", "high"])
        .optional()
        .describe("Sent as reasoning.effort; wins over thinking_budget."),
      cache_prompt: z
        .union([z.literal("auto"), z.boolean()])
        .default("auto")
        .describe(
          "Marks the system block and the last tool as cacheable: auto for Anthropic and Qwen models, true always, false never.",
        ),
      cache_ttl: z
        .enum(["5m", "1h"])
        .default("5m")
        .describe("How long the cache lives; 1h costs twice as much to write and outlives a pause."),
      strict_tools: z.boolean().default(false).describe('Adds "strict": true to each tool definition.'),
    })
    .prefault({})
    .describe("What the model is asked for."),
  routing: z
    .looseObject({})
    .refine((routing) => !("only" in routing && "ignore" in routing), {
      error: "`only` and `ignore` exclude each other; keep one of them",
    })
    .default({})
    .describe(
      "Sent unchanged as the body's `provider` object: sort, data_collection, ignore, only, order, allow_fallbacks, quantizations, zdr and others.",
    ),
  framework_overrides: z
    .strictObject({
      context_length: tokens("Context window in tokens; wins over the catalog, larger or smaller."),
      base_url: z
        .string()
        .min(1)
        .default("https://openrouter.ai/api/v1")
        .describe("Address of the gateway's API."),
      connect_timeout: seconds.default(15).describe("Seconds to connect, TLS included; 0 waits without end."),
      request_timeout: seconds
        .default(600)
        .describe("Seconds without a single byte, keep-alive comments included; 0 waits without end."),
      stream_idle_timeout: seconds
        .default(300)
        .describe("Seconds without a chunk of the answer; 0 waits without end."),
    })
    .prefault({})
    .describe("How the client itself behaves."),
});
