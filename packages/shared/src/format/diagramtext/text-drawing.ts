/** Diagrams as text: labels as characters, lines as box-drawing. Only the diagram package draws them so. */
import type { ColorLevel, TerminalCapabilities } from "../../terminal/capabilities.js";
import { messageOf } from "../../provider/errors.js";
import { findLibrary, importLibrary, LIBRARY_TIMEOUT_MS, toSyntaxError } from "./diagram-library.js";

/** A diagram as text. */
export interface TextDrawing {
  /** Lines that each end with a line break; escape sequences in it are ours. */
  readonly text: string;
  /** Whether it says everything that the diagram says. */
  readonly complete: boolean;
}

export interface TextDrawingOptions {
  readonly columns: number;
  readonly ascii?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Wanted: a source that is nearly right is mended, and this says how. */
  readonly onRepair?: ((repairs: readonly string[]) => void) | undefined;
  /** Told why the package did not draw it. */
  readonly onFailure?: (reason: string) => void;
}

const LEAST_COLUMNS = 20;
const MOST_COLUMNS = 1000;

const COLORS = { none: "none", ansi16: 16, ansi256: 256, truecolor: "truecolor" } as const satisfies Record<
  ColorLevel,
  unknown
>;

/**
 * Draws a diagram as text for a terminal. Undefined when that cannot be done here, for lack of the package or for the
 * kind of diagram; a DiagramSyntaxError when the source is at fault.
 */
export async function drawAsText(
  source: string,
  terminal: Pick<TerminalCapabilities, "color" | "background">,
  { columns, ascii, signal, onRepair, onFailure }: TextDrawingOptions,
): Promise<TextDrawing | undefined> {
  if (findLibrary() === false) return undefined;
  const library = await importLibrary();
  try {
    const { data, complete, repairs } = await library.renderDiagram(source, {
      format: "text",
      columns: Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, columns)),
      color: COLORS[terminal.color],
      glyphs: ascii ? "ascii" : "unicode",
      ...(terminal.background ? { background: `rgb(${terminal.background.join(",")})` } : {}),
      ...(signal ? { signal } : {}),
      repair: onRepair !== undefined,
      timeoutMs: LIBRARY_TIMEOUT_MS,
    });
    if (repairs) onRepair?.(repairs);
    return { text: data, complete };
  } catch (error) {
    const syntax = toSyntaxError(error);
    if (syntax) throw syntax;
    if (signal?.aborted) throw error;
    onFailure?.(messageOf(error));
    return undefined;
  }
}
