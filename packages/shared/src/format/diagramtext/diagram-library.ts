/** The diagram package, which may be absent: where it is, what is used of it, its errors as ours. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { DiagramSyntaxError, type DrawingLimits } from "./renderer.js";

const PACKAGE = "@framework/diagram";
/** How long one drawing may take. */
export const LIBRARY_TIMEOUT_MS = 30_000;

/** The part of the optional diagram package that is used here. */
export interface DiagramLibrary {
  renderDiagram(
    source: string,
    options: {
      format: "png" | "svg" | "pdf";
      theme?: string;
      colorScheme: "light" | "dark";
      look?: string;
      scale: number;
      background: string;
      limits?: DrawingLimits;
      repair: boolean;
      signal?: AbortSignal;
      timeoutMs: number;
    },
  ): Promise<{ data: Uint8Array | string; repairs?: readonly string[] }>;
  renderDiagram(
    source: string,
    options: {
      format: "text";
      columns: number;
      color: "none" | 16 | 256 | "truecolor";
      glyphs: "unicode" | "ascii";
      background?: string;
      repair: boolean;
      signal?: AbortSignal;
      timeoutMs: number;
    },
  ): Promise<{ data: string; complete: boolean; repairs?: readonly string[] }>;
}

/** Loads the package. */
export async function importLibrary(): Promise<DiagramLibrary> {
  const entry = findLibrary();
  if (!entry) throw new Error(`${PACKAGE} is not installed`);
  const library: DiagramLibrary = await import(pathToFileURL(entry).href);
  return library;
}

let found: string | false | undefined;

/** The package is optional, so it is looked for instead of being declared in an import. */
export function findLibrary(): string | false {
  if (found === undefined) {
    try {
      found = createRequire(import.meta.url).resolve(PACKAGE);
    } catch {
      found = false;
    }
  }
  return found;
}

/** The package has its own error class; it is known by its name, since the package may be absent. */
export function toSyntaxError(error: unknown): DiagramSyntaxError | undefined {
  if (!(error instanceof Error) || error.name !== "DiagramSyntaxError") return undefined;
  const number = (key: string) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === "number" ? value : undefined;
  };
  return new DiagramSyntaxError(error.message, { line: number("line"), column: number("column") });
}
