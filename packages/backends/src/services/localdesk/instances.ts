/** The models of the desktop application and their copies in memory. */
import type { ModelSpec } from "../../emulator/emulator.js";

/** A model on the disk of the desktop application. */
export interface LocalDeskModel extends ModelSpec {
  /** What it is for; only an `llm` can chat. */
  readonly type?: "llm" | "embedding";
  /** The engine's file format; an `mlx` engine reports nothing but the context length. */
  readonly format?: "gguf" | "mlx";
  /** Whether the catalog says that it was trained to call tools. */
  readonly toolUse?: boolean;
  /** Whether the catalog says that it takes pictures. */
  readonly vision?: boolean;
  /** Present for mixture-of-experts models: the number of active experts by default. */
  readonly experts?: number;
  /** Loaded at the start: with this context length, or with the default one. */
  readonly loaded?: boolean | { readonly contextLength: number };
}

/** The settings an engine runs an instance with, as it reports them. */
type InstanceConfig = Readonly<Record<string, unknown>> & {
  readonly context_length: number;
};

/** A copy of a model in memory. */
interface Instance {
  readonly id: string;
  readonly model: LocalDeskModel;
  readonly config: InstanceConfig;
}

const DEFAULT_CONTEXT = 4096;

/** What is in memory. Loading a model again makes a second copy, as in the real application. */
export class Instances {
  readonly #all: Instance[] = [];
  readonly #loading = new Map<string, number>();
  readonly #contextCap: number;

  constructor(models: readonly LocalDeskModel[], contextCap: number) {
    this.#contextCap = contextCap;
    for (const model of models) {
      if (model.loaded === undefined || model.loaded === false) continue;
      const context = model.loaded === true ? {} : { context_length: model.loaded.contextLength };
      this.add(model, context);
    }
  }

  get any(): boolean {
    return this.#all.length > 0;
  }

  of(model: LocalDeskModel): readonly Instance[] {
    return this.#all.filter((instance) => instance.model === model);
  }

  /** The instance of this id, or the first one of the model of this key. */
  find(name: string): Instance | undefined {
    return (
      this.#all.find((instance) => instance.id === name) ??
      this.#all.find((instance) => instance.model.id === name)
    );
  }

  isLoading(model: LocalDeskModel): boolean {
    return (this.#loading.get(model.id) ?? 0) > 0;
  }

  /** Loads a copy, which takes as long as `wait`; nothing is loaded when that fails. */
  async load(
    model: LocalDeskModel,
    asked: Readonly<Record<string, unknown>>,
    wait: () => Promise<void>,
  ): Promise<Instance> {
    const before = this.#loading.get(model.id) ?? 0;
    this.#loading.set(model.id, before + 1);
    try {
      await wait();
    } finally {
      this.#loading.set(model.id, (this.#loading.get(model.id) ?? 1) - 1);
    }
    return this.add(model, asked);
  }

  add(model: LocalDeskModel, asked: Readonly<Record<string, unknown>>): Instance {
    const instance = { id: this.#freeId(model.id), model, config: this.#apply(model, asked) };
    this.#all.push(instance);
    return instance;
  }

  /** Whether there was such an instance. */
  unload(id: string): boolean {
    const position = this.#all.findIndex((instance) => instance.id === id);
    if (position !== -1) this.#all.splice(position, 1);
    return position !== -1;
  }

  #freeId(key: string): string {
    let id = key;
    for (let copy = 2; this.#all.some((instance) => instance.id === id); copy += 1) {
      id = `${key}:${copy}`;
    }
    return id;
  }

  /** The settings that come of the asked ones: bounded by the model and by memory. */
  #apply(model: LocalDeskModel, asked: Readonly<Record<string, unknown>>): InstanceConfig {
    const wanted = asked["context_length"];
    const context_length = Math.min(
      typeof wanted === "number" ? wanted : DEFAULT_CONTEXT,
      model.contextLength ?? Infinity,
      this.#contextCap,
    );
    if (model.format === "mlx") return { context_length };
    return {
      context_length,
      eval_batch_size: asked["eval_batch_size"] ?? 512,
      parallel: 4,
      flash_attention: asked["flash_attention"] ?? true,
      ...(model.experts !== undefined && { num_experts: asked["num_experts"] ?? model.experts }),
      offload_kv_cache_to_gpu: asked["offload_kv_cache_to_gpu"] ?? true,
    };
  }
}
