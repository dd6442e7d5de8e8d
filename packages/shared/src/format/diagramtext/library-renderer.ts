import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { DiagramSyntaxError, type DiagramRenderer } from "./renderer.js";

const PACKAGE = "@framework/diagram";
const TIMEOUT_MS = 30_000;

/** The part of the optional diagram package that is used here. */
interface DiagramLibrary {
  renderDiagram(
    source: string,
    options: {
      format: "png" | "svg";
      theme?: string;
      colorScheme: "light" | "dark";
      look?: string;
      scale: number;
      background: string;
      signal?: AbortSignal;
      timeoutMs: number;
    },
  ): Promise<{ data: Uint8Array | string }>;
}

/** Draws in this process with the diagram package, if it is installed. */
export function createLibraryRenderer(): DiagramRenderer {
  let loading: Promise<DiagramLibrary> | undefined;
  const load = () => (loading ??= importLibrary());
  return {
    name: "library",
    isAvailable: () => findLibrary() !== false,
    prepare() {
      load().catch(() => {});
    },
    async render({ source, signal, ...options }) {
      const library = await load();
      try {
        const { data } = await library.renderDiagram(source, {
          ...options,
          timeoutMs: TIMEOUT_MS,
          ...(signal ? { signal } : {}),
        });
        return typeof data === "string" ? Buffer.from(data) : data;
      } catch (error) {
        throw asSyntaxError(error) ?? error;
      }
    },
  };
}

async function importLibrary(): Promise<DiagramLibrary> {
  const entry = findLibrary();
  if (!entry) throw new Error(`${PACKAGE} is not installed`);
  const library: DiagramLibrary = await import(pathToFileURL(entry).href);
  return library;
}

let found: string | false | undefined;

/** The package is optional, so it is looked for instead of being declared in an import. */
function findLibrary(): string | false {
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
function asSyntaxError(error: unknown): DiagramSyntaxError | undefined {
  if (!(error instanceof Error) || error.name !== "DiagramSyntaxError") return undefined;
  const number = (key: string) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === "number" ? value : undefined;
  };
  return new DiagramSyntaxError(error.message, { line: number("line"), column: number("column") });
}
