/** The names that the chat frontend answers to. */
import type { GpuSrvModel, Repository } from "./repository.js";

/** A name that the chat frontend answers to. */
interface ServedName {
  readonly id: string;
  readonly model: GpuSrvModel;
}

/**
 * The chat frontend's own table of models. It is filled at the start and changed only by the
 * frontend's own load and unload: what the control plane loads stays unknown to chat.
 */
export class FrontendTable {
  readonly #names = new Map<string, ServedName>();
  readonly #separator: string;

  constructor(repository: Repository, separator: string) {
    this.#separator = separator;
    for (const model of repository.ready) this.add(model);
  }

  find(name: string): ServedName | undefined {
    return this.#names.get(name);
  }

  add(model: GpuSrvModel): void {
    for (const id of this.#idsOf(model)) this.#names.set(id, { id, model });
  }

  remove(model: GpuSrvModel): void {
    for (const id of this.#idsOf(model)) this.#names.delete(id);
  }

  list(created: number): Record<string, unknown>[] {
    return [...this.#names.keys()].map((id) => entry(id, created));
  }

  #idsOf(model: GpuSrvModel): string[] {
    const adapters = (model.loras ?? []).map((lora) => `${model.id}${this.#separator}${lora}`);
    return [model.id, ...adapters];
  }
}

/** The frontend's model object, which says nothing of a window. */
export function entry(id: string, created: number): Record<string, unknown> {
  return { id, created, object: "model", owned_by: "Triton Inference Server" };
}
