/** Mermaid as we use it, loaded when its window is in place. */
import type { IconPack } from "../icons/iconify.js";

/** A parsed diagram: what it says is in `db`, which each kind shapes as it likes. */
export interface ParsedDiagram {
  readonly type: string;
  readonly db: object & { readonly getDiagramTitle?: () => string };
}

/** The part of Mermaid's interface that is used. */
export interface Mermaid {
  readonly mermaidAPI: {
    /** Takes over the configuration that a source brings with it. */
    parse(source: string): Promise<unknown>;
    getDiagramFromText(source: string, metadata: { title?: string }): Promise<ParsedDiagram>;
  };
  initialize(config: Record<string, unknown>): void;
  render(id: string, source: string, container: unknown): Promise<{ diagramType: string }>;
  registerIconPacks(packs: readonly IconPack[]): void;
}

/** Loads Mermaid, which the build bundles; it must find its window in place. */
export async function loadMermaid(): Promise<Mermaid> {
  const { default: mermaid } = await import("mermaid");
  return mermaid as Mermaid;
}
