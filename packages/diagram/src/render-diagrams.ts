/** Many diagrams at once, on several cores. */
import os from "node:os";
import { type DiagramOptions, resolveOptions } from "./options.js";
import { type RenderedDiagram, type RenderedText, Studio } from "./studio.js";

/** How many are drawn, and who is told of each. */
export interface ManyOptions extends DiagramOptions {
  /** How many are drawn at the same time; as many as there are processors by default, at most four. */
  readonly concurrency?: number;
  /** Called when a diagram is finished or has failed, in whatever order that happens. */
  readonly onDone?: (outcome: DiagramOutcome, index: number) => void;
}

/** What became of one diagram of many. */
export type DiagramOutcome =
  | { readonly status: "drawn"; readonly diagram: RenderedDiagram }
  | { readonly status: "failed"; readonly error: Error };

const MOST_STUDIOS = 4;

/**
 * Draws every source; the outcomes stand in the order of the sources. One that fails leaves the others alone.
 *
 * @example
 * const outcomes = await renderDiagrams(sources, { format: "png" });
 * for (const outcome of outcomes) if (outcome.status === "failed") console.error(outcome.error.message);
 */
export async function renderDiagrams(
  sources: readonly string[],
  { concurrency = Math.min(MOST_STUDIOS, os.availableParallelism()), onDone, ...options }: ManyOptions = {},
): Promise<DiagramOutcome[]> {
  resolveOptions(options);
  const outcomes: DiagramOutcome[] = [];
  const waiting = sources.entries();
  const work = async (): Promise<void> => {
    const studio = new Studio();
    try {
      for (const [index, source] of waiting) {
        const outcome = await studio.render(source, options).then(drawn, failed);
        outcomes[index] = outcome;
        onDone?.(outcome, index);
      }
    } finally {
      studio.close();
    }
  };
  const studios = Math.max(1, Math.min(Math.floor(concurrency), sources.length));
  await Promise.all(Array.from({ length: studios }, work));
  return outcomes;
}

const drawn = (diagram: RenderedDiagram | RenderedText): DiagramOutcome =>
  "width" in diagram
    ? { status: "drawn", diagram }
    : { status: "failed", error: new TypeError("text is drawn one at a time") };

const failed = (error: unknown): DiagramOutcome => ({
  status: "failed",
  error: error instanceof Error ? error : new Error(String(error)),
});
