/** Draws in this process with the diagram package. */
import {
  type DiagramLibrary,
  findLibrary,
  importLibrary,
  LIBRARY_TIMEOUT_MS,
  toSyntaxError,
} from "./diagram-library.js";
import type { DiagramRenderer } from "./renderer.js";

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
    async render({ source, signal, onRepair, ...options }) {
      const library = await load();
      try {
        const { data, repairs } = await library.renderDiagram(source, {
          ...options,
          repair: onRepair !== undefined,
          timeoutMs: LIBRARY_TIMEOUT_MS,
          ...(signal ? { signal } : {}),
        });
        if (repairs) onRepair?.(repairs);
        return typeof data === "string" ? Buffer.from(data) : data;
      } catch (error) {
        throw toSyntaxError(error) ?? error;
      }
    },
  };
}
