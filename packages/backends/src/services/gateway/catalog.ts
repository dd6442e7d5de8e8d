/** The gateway's models, who serves them, and what they cost. */
import type { ModelSpec } from "../../emulator/emulator.js";
import { asRecord } from "../../json.js";

/** One upstream provider of a model. */
export interface GatewayEndpoint {
  /** The upstream's name, as the catalog and `routing` have it. */
  readonly provider: string;
  /** Its own window in tokens, where it is another than the model's. */
  readonly contextLength?: number;
  /** The longest answer it gives, in tokens. */
  readonly maxCompletionTokens?: number;
  /** How its weights were made smaller: `fp8`, `int4`. */
  readonly quantization?: string;
}

/** A model of the gateway. */
export interface GatewayModel extends ModelSpec {
  /** Who serves it; one upstream with the model's own window by default. */
  readonly endpoints?: readonly GatewayEndpoint[];
  /** The longest answer it gives, in tokens. */
  readonly maxCompletionTokens?: number;
  /** USD a token, as texts. */
  readonly pricing?: { readonly prompt: string; readonly completion: string };
  /** What it takes: `text`, `image`. */
  readonly inputModalities?: readonly string[];
  /** The request parameters that it obeys, such as `tools` and `temperature`. */
  readonly supportedParameters?: readonly string[];
  /** Its upstreams fail, so that a request falls back to the next model it names. */
  readonly down?: boolean;
}

const PARAMETERS = [
  "max_tokens",
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "tools",
  "tool_choice",
  "reasoning",
  "include_reasoning",
  "structured_outputs",
];

/** The upstreams of a model. */
function endpointsOf(model: GatewayModel): readonly GatewayEndpoint[] {
  return model.endpoints ?? [{ provider: "DemoHost" }];
}

/** The upstreams that a request's routing allows, those of its `order` first. */
export function allowedEndpoints(model: GatewayModel, routing: unknown): GatewayEndpoint[] {
  const { only, ignore, order } = asRecord(routing);
  const [wanted, unwanted, first] = [slugs(only), slugs(ignore), slugs(order) ?? []];
  const allowed = endpointsOf(model).filter(({ provider }) => {
    const slug = provider.toLowerCase();
    return (wanted?.includes(slug) ?? true) && !(unwanted?.includes(slug) ?? false);
  });
  const rank = ({ provider }: GatewayEndpoint) =>
    (first.indexOf(provider.toLowerCase()) + first.length + 1) % (first.length + 1);
  return allowed.toSorted((a, b) => rank(a) - rank(b));
}

function slugs(list: unknown): string[] | undefined {
  return Array.isArray(list) ? list.map((name) => String(name).toLowerCase()) : undefined;
}

/** An entry of `GET /models`. */
export function catalogEntry(model: GatewayModel): Record<string, unknown> {
  const [main] = endpointsOf(model);
  return {
    id: model.id,
    canonical_slug: model.id,
    hugging_face_id: null,
    name: model.id,
    created: 1_750_000_000,
    description: "",
    context_length: model.contextLength ?? null,
    architecture: architecture(model),
    pricing: pricing(model),
    top_provider: {
      context_length: main?.contextLength ?? model.contextLength ?? null,
      max_completion_tokens: main?.maxCompletionTokens ?? model.maxCompletionTokens ?? null,
      is_moderated: false,
    },
    per_request_limits: null,
    supported_parameters: model.supportedParameters ?? PARAMETERS,
    default_parameters: {},
    expiration_date: null,
    knowledge_cutoff: null,
    ...model.entry,
  };
}

/** The answer of `GET /models/{author}/{slug}/endpoints`. */
export function endpointList(model: GatewayModel): Record<string, unknown> {
  return {
    id: model.id,
    name: model.id,
    created: 1_750_000_000,
    description: "",
    architecture: architecture(model),
    endpoints: endpointsOf(model).map((endpoint) => ({
      name: `${endpoint.provider} | ${model.id}`,
      model_name: model.id,
      provider_name: endpoint.provider,
      tag: endpoint.provider.toLowerCase(),
      context_length: endpoint.contextLength ?? model.contextLength ?? null,
      max_completion_tokens: endpoint.maxCompletionTokens ?? model.maxCompletionTokens ?? null,
      max_prompt_tokens: null,
      pricing: pricing(model),
      quantization: endpoint.quantization ?? "unknown",
      supported_parameters: model.supportedParameters ?? PARAMETERS,
      supports_implicit_caching: false,
      status: 0,
      uptime_last_30m: 100,
    })),
  };
}

/** What a turn costs, in USD. */
export function cost(model: GatewayModel, prompt: number, completion: number): number {
  const price = pricing(model);
  return Number((prompt * Number(price.prompt) + completion * Number(price.completion)).toFixed(12));
}

function architecture(model: GatewayModel): Record<string, unknown> {
  const input = model.inputModalities ?? ["text"];
  return {
    modality: `${input.join("+")}->text`,
    input_modalities: input,
    output_modalities: ["text"],
    tokenizer: "Other",
    instruct_type: null,
  };
}

function pricing(model: GatewayModel): { prompt: string; completion: string; request: string } {
  const { prompt, completion } = model.pricing ?? { prompt: "0.000001", completion: "0.000002" };
  return { prompt, completion, request: "0" };
}
