// The process that turns SVG into pixels. resvg is native code and can abort on rare input: here it takes nobody along.
import { Resvg } from "@resvg/resvg-js";
import { encodePng } from "./png.js";
import type { RasterRequest, RasterResponse } from "./protocol.js";

async function rasterize({ svg, scale, backdrop, fontFiles }: RasterRequest): Promise<RasterResponse> {
  const image = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    ...(backdrop ? { background: backdrop } : {}),
    font: {
      loadSystemFonts: false,
      fontFiles: [...fontFiles],
      defaultFontFamily: "Arimo",
      sansSerifFamily: "Arimo",
    },
  }).render();
  const { width, height } = image;
  return { png: await encodePng(image.pixels, { width, height, opaque: backdrop !== null }), width, height };
}

// While the diagram is still being drawn: the first picture loads what the next ones find in memory.
const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="32" height="32"/></svg>';
void rasterize({ svg: SQUARE, scale: 1, backdrop: "#fff", fontFiles: [] });

process.on("message", (request: RasterRequest) => {
  rasterize(request)
    .catch((error: unknown): RasterResponse => ({
      error: error instanceof Error ? error.message : String(error),
    }))
    .then((response) => process.send?.(response))
    .catch(() => process.exit(1));
});
process.on("disconnect", () => process.exit(0));
