/** What the drawing thread does: its globals are replaced by ours, and it can be ended when a layout does not end. */
import type { MessagePort } from "node:worker_threads";
import { describeFailure } from "../upstream/failure.js";
import { MermaidRenderer } from "../upstream/renderer.js";
import type { HarfBuzzImport } from "../text/shaping.js";
import { withCanonicalKeyword } from "../kinds.js";
import type { DrawRequest, DrawResponse } from "../protocol.js";

/** What the thread needs of its first file. */
export interface ThreadHost {
  readonly importHarfBuzz: HarfBuzzImport;
  /** Called before and after each drawing, whose answer is sent then. */
  readonly beforeDrawing: (kind: string) => void;
  readonly afterDrawing: () => void;
}

/** Draws what is asked for on `port`. */
export function serve(port: MessagePort, host: ThreadHost): void {
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

  port.on("message", (request: DrawRequest) => {
    void draw(request).then((response) => port.postMessage(response));
  });
}
