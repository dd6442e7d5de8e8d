/** Drawing as callers know it: one diagram in a warm studio, or many in several. */
import type { DiagramOptions, DiagramFormat } from "./options.js";
import { type RenderedDiagram, type RenderedText, Studio } from "./studio.js";
import type { DiagramTextOptions } from "./text-options.js";

const studio = new Studio();

/**
 * Draws Mermaid source. Runs in a thread (and, for PNG, a process) of its own that stays warm for the next call.
 *
 * @example
 * const { data, width, height } = await renderDiagram("flowchart LR\n  Ask --> Answer", { format: "png", scale: 2 });
 * await writeFile("diagram.png", data);
 */
export function renderDiagram(
  source: string,
  options: DiagramOptions & { readonly format: "png" | "pdf" },
): Promise<RenderedDiagram<Uint8Array>>;
export function renderDiagram(
  source: string,
  options?: DiagramOptions & { readonly format?: "svg" },
): Promise<RenderedDiagram<string>>;
export function renderDiagram(source: string, options: DiagramTextOptions): Promise<RenderedText>;
export function renderDiagram(source: string, options?: DiagramOptions): Promise<RenderedDiagram>;
export async function renderDiagram(
  source: string,
  options: DiagramOptions | DiagramTextOptions = {},
): Promise<RenderedDiagram | RenderedText> {
  return studio.render(source, options);
}

/** Starts the thread (and, for PNG, the process) ahead of the first diagram. */
export function warmUp(format: DiagramFormat | "text"): void {
  studio.warm(format);
}

/** Ends the warm thread and process; what is being drawn is cancelled. A later call starts them anew. */
export function shutdown(): void {
  studio.close();
}
