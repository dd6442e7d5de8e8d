/**
 * The process that draws pictures: Mermaid in a thread of it, and resvg, which is native code and can abort on rare input.
 * Here it takes nobody along, and the settings of V8 are ours (worker/tiering.ts).
 */
import { DiagramTimeoutError } from "../errors.js";
import {
  type DrawRequest,
  type DrawResponse,
  type FlatDrawing,
  type PictureResponse,
  UNKNOWN_KIND,
} from "../protocol.js";
import { Lane } from "../worker/lane.js";
import { startThread } from "../worker/peer.js";
import type * as Raster from "./rasterize.js";
import type { PictureAnswer, PictureJob } from "./protocol.js";

/** What the first picture is: the code of its kind is loaded first, and resvg is loaded while it is drawn. */
const [firstKind = UNKNOWN_KIND, firstFormat] = process.argv.slice(2);

const drawing = new Lane<DrawRequest, DrawResponse>("drawing thread", () =>
  startThread(new URL("../vendor/boot.cjs", import.meta.url), { kind: firstKind, ownsProcess: true }),
);
drawing.warm();
let raster = firstFormat === "png" ? loadRaster() : undefined;

async function loadRaster(): Promise<typeof Raster> {
  const loaded = await import("./rasterize.js");
  await loaded.rasterizeNothing();
  return loaded;
}

type Drawn = FlatDrawing & Partial<Pick<PictureResponse, "diagramType">> & { repairs?: readonly string[] };

async function draw({ drawing: what, timeoutMs }: PictureJob): Promise<Drawn | PictureAnswer> {
  if ("svg" in what) return what;
  const drawn = await drawing.run(what, { timeoutMs });
  if ("text" in drawn) throw new Error("the drawing thread answered with text");
  return drawn;
}

async function answer(job: PictureJob): Promise<PictureAnswer> {
  const picture = await draw(job);
  if (!("svg" in picture)) return picture;
  const { svg, width, height, repairs, diagramType = "" } = picture;
  const about = { diagramType, ...(repairs ? { repairs } : {}) };
  if (job.format === "svg") return { data: svg, width, height, ...about };
  raster ??= loadRaster();
  const { rasterize } = await raster;
  return { ...(await rasterize(picture, job.backdrop)), ...about };
}

function failed(error: unknown): PictureAnswer {
  if (error instanceof DiagramTimeoutError) return { failure: { reason: "timeout" } };
  const message = error instanceof Error ? error.message : String(error);
  return { failure: { reason: "render", message } };
}

process.on("message", (job: PictureJob) => {
  answer(job)
    .catch(failed)
    .then((response) => process.send?.(response))
    .catch(() => process.exit(1));
});
process.on("disconnect", () => process.exit(0));
