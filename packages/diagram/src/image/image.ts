/**
 * What `node --build-snapshot` runs to make an image of a kind, its argument; and what tries the image, when it is run in a
 * process that was started from one.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startupSnapshot } from "node:v8";
import { USUAL_LIMITS } from "../limits.js";
import type { PictureRequest } from "../protocol.js";
import type { HarfBuzzImport } from "../text/shaping.js";
import { ScriptLoader } from "../worker/script-loader.js";
import type * as Thread from "../worker/thread.js";
import type { Drawer } from "../worker/thread.js";
import { Tiering } from "../worker/tiering.js";
import { type DrawingImage, foundImage, leaveImage } from "./handle.js";
import { addStandIns } from "./stand-ins.js";

const bundle = path.dirname(fileURLToPath(import.meta.url));
const SCALE = 2;
/** What the process will load: an image holds Node's own modules as well. */
const MODULES = ["node:child_process", "node:worker_threads", "node:zlib"];

function sampleOf(kind: string, pixels: PictureRequest["pixels"]): PictureRequest {
  return {
    source: readFileSync(path.join(bundle, "samples", `${kind}.mmd`), "utf8"),
    kind,
    repair: false,
    theme: null,
    look: null,
    dark: false,
    background: null,
    pixels,
    pageWidth: 784,
    fontFamily: null,
    maxElements: USUAL_LIMITS.elements,
    maxEdges: USUAL_LIMITS.edges,
    maxCharacters: USUAL_LIMITS.characters,
    iconPacks: [],
  };
}

/** Functions are compiled when they first run: it is drawn in both ways. */
async function drawSamples(draw: Drawer, kind: string): Promise<string[]> {
  const samples: string[] = [];
  for (const pixels of [{ scale: SCALE, maxPixels: USUAL_LIMITS.pixels }, null]) {
    const drawn = await draw(sampleOf(kind, pixels));
    if (!("svg" in drawn)) throw new Error("the sample cannot be drawn");
    samples.push(drawn.svg);
  }
  return samples;
}

async function make(kind: string): Promise<void> {
  for (const name of MODULES) process.getBuiltinModule(name);
  startupSnapshot.addSerializeCallback(addStandIns());
  let tiering: Tiering | undefined;
  let importHarfBuzz: HarfBuzzImport = () => {
    throw new Error("an image holds no WebAssembly");
  };
  const loader = new ScriptLoader(path.join(bundle, "..", "..", ".cache"), (work) =>
    tiering ? tiering.asUsual(work) : work(),
  );
  const { createDrawer, resume } = loader.load(path.join(bundle, "thread.cjs")) as typeof Thread;
  const draw = createDrawer({
    importHarfBuzz: () => importHarfBuzz(),
    beforeDrawing: (next) => {
      loader.use(next);
      tiering?.beginDrawing();
    },
    afterDrawing: () => tiering && loader.keep(),
  });
  const samples = await drawSamples(draw, kind);
  loader.letGo();
  leaveImage({
    folder: bundle,
    samples,
    draw,
    start: (given) => {
      importHarfBuzz = given;
      tiering = new Tiering();
      resume();
    },
  });
}

async function tryOut(image: DrawingImage, kind: string): Promise<void> {
  image.start(() => import("harfbuzzjs"));
  const samples = await drawSamples(image.draw, kind);
  if (samples.join() !== image.samples.join()) throw new Error("the sample is drawn otherwise");
}

const [kind = ""] = process.argv.slice(2);
const image = foundImage();
(image ? tryOut(image, kind) : make(kind)).catch(() => process.exit(1));
