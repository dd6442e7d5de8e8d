/** The desktop application's two catalogs. */
import type { Instances, LocalDeskModel } from "./instances.js";

/** An entry of `GET /api/v1/models`. */
export function entryV1(model: LocalDeskModel, instances: Instances): Record<string, unknown> {
  return {
    type: model.type ?? "llm",
    publisher: publisher(model),
    key: model.id,
    display_name: model.id.split("/").at(-1),
    architecture: "llama",
    quantization: { name: "Q4_K_M", bits_per_weight: 4 },
    size_bytes: 4_683_073_184,
    params_string: "7B",
    loaded_instances: instances.of(model).map(({ id, config }) => ({ id, config })),
    ...(model.contextLength !== undefined && { max_context_length: model.contextLength }),
    format: model.format ?? "gguf",
    ...(model.type !== "embedding" && {
      capabilities: {
        vision: model.vision ?? false,
        trained_for_tool_use: model.toolUse ?? true,
      },
    }),
    description: null,
    ...model.entry,
  };
}

/** An entry of `GET /api/v0/models`. */
export function entryV0(model: LocalDeskModel, instances: Instances): Record<string, unknown> {
  const [live] = instances.of(model);
  const idle = instances.isLoading(model) ? "loading" : "not-loaded";
  return {
    id: model.id,
    object: "model",
    type: model.type === "embedding" ? "embeddings" : model.vision === true ? "vlm" : "llm",
    publisher: publisher(model),
    arch: "llama",
    compatibility_type: model.format ?? "gguf",
    quantization: "Q4_K_M",
    state: live ? "loaded" : idle,
    ...(model.contextLength !== undefined && { max_context_length: model.contextLength }),
    ...(live && { loaded_context_length: live.config.context_length }),
    ...(model.toolUse !== false && { capabilities: ["tool_use"] }),
    ...model.entry,
  };
}

function publisher(model: LocalDeskModel): string {
  const [owner, name] = model.id.split("/");
  return name === undefined ? "lmstudio-community" : String(owner);
}
