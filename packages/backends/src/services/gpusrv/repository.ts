/** The GPU server's model repository: what is there and what is loaded. */
import type { ModelSpec } from "../../emulator/emulator.js";

/** A model in the server's repository. */
export interface GpuSrvModel extends ModelSpec {
  /** Loaded at the start; true by default. */
  readonly ready?: boolean;
  /** Its versions; only "1" by default. */
  readonly versions?: readonly string[];
  /** Why loading it fails, if it does. */
  readonly loadError?: string;
  /** LoRA adapters, which the chat frontend lists as `<model><separator><adapter>`. */
  readonly loras?: readonly string[];
  /** `parameters` of its configuration, by key. */
  readonly parameters?: Readonly<Record<string, string>>;
}

type State = "ready" | "failed" | "unloaded";

/** The model repository with the state of each model. */
export class Repository {
  readonly #models: readonly GpuSrvModel[];
  readonly #states = new Map<string, State>();

  constructor(models: readonly GpuSrvModel[]) {
    this.#models = models;
    for (const model of models) {
      const state = model.loadError === undefined ? "ready" : "failed";
      if (model.ready !== false) this.#states.set(model.id, state);
    }
  }

  find(name: string): GpuSrvModel | undefined {
    return this.#models.find((model) => model.id === name);
  }

  isReady(name: string): boolean {
    return this.#states.get(name) === "ready";
  }

  get ready(): readonly GpuSrvModel[] {
    return this.#models.filter((model) => this.isReady(model.id));
  }

  /** Loads a model, again if it is loaded; the text says why that failed. */
  load(model: GpuSrvModel): string | undefined {
    this.#states.set(model.id, model.loadError === undefined ? "ready" : "failed");
    if (model.loadError === undefined) return undefined;
    return `load failed for model '${model.id}': version ${versions(model)[0]} is at UNAVAILABLE state: ${model.loadError};`;
  }

  unload(model: GpuSrvModel): void {
    if (this.#states.has(model.id)) this.#states.set(model.id, "unloaded");
  }

  /** The index: one entry for each version; a model that was never loaded has only its name. */
  index(onlyReady: boolean): Record<string, unknown>[] {
    return this.#models
      .filter((model) => !onlyReady || this.isReady(model.id))
      .flatMap((model) => this.#entries(model));
  }

  #entries(model: GpuSrvModel): Record<string, unknown>[] {
    const state = this.#states.get(model.id);
    if (state === undefined) return [{ name: model.id, ...model.entry }];
    const reason = state === "failed" ? model.loadError : "unloaded";
    return versions(model).map((version) => ({
      name: model.id,
      version,
      ...(state === "ready" ? { state: "READY" } : { state: "UNAVAILABLE", reason }),
      ...model.entry,
    }));
  }
}

function versions(model: GpuSrvModel): readonly string[] {
  return model.versions ?? ["1"];
}
