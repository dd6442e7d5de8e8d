/**
 * The process that draws pictures: Mermaid in a thread of it, and resvg, which is native code and can abort on rare input.
 * Here it takes nobody along, and the settings of V8 are ours (worker/tiering.ts).
 */
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { DiagramTimeoutError } from "../errors.js";
import { type DrawingImage, foundImage } from "../image/handle.js";
import { imageOrder } from "../image/order-image.js";
import {
  type DrawRequest,
  type DrawResponse,
  type FlatDrawing,
  type PictureResponse,
  UNKNOWN_KIND,
} from "../protocol.js";
import { Lane } from "../worker/lane.js";
import { startThread } from "../worker/peer.js";
import { STARTED } from "../worker/second-chance.js";
import type * as Raster from "./rasterize.js";
import type * as Print from "./print.js";
import type { PictureAnswer, PictureJob } from "./protocol.js";

/** What the first picture is: the code of its kind is loaded first. An image is made where one is missing. */
const [firstKind = UNKNOWN_KIND, firstFormat, missingImage] = process.argv.slice(2);
const bundle = new URL("../vendor/", import.meta.url);

/** Draws in this thread, with what the process was started with. */
function fromImage(image: DrawingImage): Pick<Lane<DrawRequest, DrawResponse>, "run"> {
  if (image.folder !== path.dirname(fileURLToPath(new URL("image.cjs", bundle)))) process.exit(1);
  image.start(() => import("harfbuzzjs"));
  process.send?.(STARTED);
  return { run: (request) => image.draw(request) };
}

/** Draws in a thread, and loads resvg meanwhile. */
function fromScripts(): Lane<DrawRequest, DrawResponse> {
  const lane = new Lane<DrawRequest, DrawResponse>("drawing thread", () =>
    startThread(new URL("boot.cjs", bundle), { kind: firstKind, ownsProcess: true }),
  );
  lane.warm();
  if (firstFormat !== "svg") raster = loadRaster();
  return lane;
}

let raster: ReturnType<typeof loadRaster> | undefined;
const image = foundImage();
const order = missingImage === undefined ? () => {} : imageOrder(firstKind, missingImage, bundle);
const drawing = image ? fromImage(image) : fromScripts();

async function loadRaster(): Promise<typeof Raster> {
  const loaded = await import("./rasterize.js");
  // In this thread it would only take the place of the drawing.
  if (!image) await loaded.rasterizeNothing();
  return loaded;
}

const loadPrint = (): typeof Print =>
  createRequire(import.meta.url)(fileURLToPath(new URL("print.cjs", bundle)));

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
  const rasterizer = await raster;
  if (job.format === "pdf") return { ...loadPrint().print(picture, job.resolution, rasterizer), ...about };
  return { ...(await rasterizer.rasterize(picture, job.backdrop)), ...about };
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
    .then(order)
    .catch(() => process.exit(1));
});
// At once: nobody is left who would read what is written, and taking everything down is work.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
