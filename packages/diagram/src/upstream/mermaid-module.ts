// Mermaid as we use it, loaded when its window is in place.
import type { IconPack } from "../icons/iconify.js";

/** The part of Mermaid's interface that is used. */
export interface Mermaid {
  initialize(config: Record<string, unknown>): void;
  render(id: string, source: string, container: unknown): Promise<{ diagramType: string }>;
  registerIconPacks(packs: readonly IconPack[]): void;
}

/** Loads Mermaid, which the build bundles; it must find its window in place. */
export async function loadMermaid(): Promise<Mermaid> {
  const { default: mermaid } = await import("mermaid");
  return mermaid as Mermaid;
}
