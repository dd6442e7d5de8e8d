/** Draws what is asked for: in a thread or a process of its own, as its globals are replaced by ours and a layout may not end. */
import { describeFailure } from "../upstream/failure.js";
import { withdrawGlobals } from "../upstream/browser-window.js";
import { addGroupBy } from "../upstream/polyfills.js";
import { MermaidRenderer } from "../upstream/renderer.js";
import type { HarfBuzzImport } from "../text/shaping.js";
import { withCanonicalKeyword } from "../kinds.js";
import type { DrawRequest, DrawResponse } from "../protocol.js";

/** What is needed of the first file. */
export interface DrawingHost {
  readonly importHarfBuzz: HarfBuzzImport;
  /** Called before and after each drawing, whose answer is sent then. */
  readonly beforeDrawing: (kind: string) => void;
  readonly afterDrawing: () => void;
}

/** Draws one request after the other, and never fails. */
export type Drawer = (request: DrawRequest) => Promise<DrawResponse>;

/** Makes the only drawer that a thread can have. */
export function createDrawer(host: DrawingHost): Drawer {
  // Nobody reads what is logged here; it would only pile up.
  for (const method of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[method] = () => {};
  const renderer = MermaidRenderer.create(host.importHarfBuzz);

  async function draw(request: DrawRequest): Promise<DrawResponse> {
    try {
      host.beforeDrawing(request.kind);
      const mermaid = await renderer;
      const drawing =
        "text" in request
          ? await mermaid.drawText(request.source, request.text)
          : await mermaid.draw(request.source, request);
      host.afterDrawing();
      return drawing;
    } catch (error) {
      const failure = describeFailure(error, request.source);
      return (
        (request.repair && failure.reason === "syntax" && (await mended(request, failure.line))) || {
          failure,
        }
      );
    }
  }

  /** The drawing of a source that could be mended; null when it could not. */
  async function mended(request: DrawRequest, line: number): Promise<DrawResponse | null> {
    const { repair } = await import("../repair/repair.js");
    const mermaid = await renderer;
    const tryParse = async (source: string): Promise<{ line: number } | null> => {
      const failure = await mermaid.parse(withCanonicalKeyword(source)).then(
        () => null,
        (error: unknown) => describeFailure(error, source),
      );
      return failure && { line: failure.reason === "syntax" ? failure.line : 1 };
    };
    const found = await repair(request.source, line, tryParse);
    if (!found) return null;
    const drawing = await draw({ ...request, source: withCanonicalKeyword(found.source), repair: false });
    return "failure" in drawing ? null : { ...drawing, repairs: found.repairs };
  }

  return draw;
}

/** Makes good what V8 and Node change when a process starts from an image. */
export function resume(): void {
  withdrawGlobals();
  addGroupBy();
}
