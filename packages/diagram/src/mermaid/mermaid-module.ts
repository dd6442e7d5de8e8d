import type { IconPack } from "../icons/iconify.js";

/** The part of Mermaid's interface that is used. */
export interface Mermaid {
  initialize(config: Record<string, unknown>): void;
  render(id: string, source: string, container: unknown): Promise<{ diagramType: string }>;
  registerIconPacks(packs: readonly IconPack[]): void;
}

/** Loads the bundled Mermaid; it must find its window in place. */
export async function loadMermaid(): Promise<Mermaid> {
  const file = new URL("../../dist/vendor/mermaid.mjs", import.meta.url);
  const loaded: { default: Mermaid } = await import(file.href);
  return loaded.default;
}
