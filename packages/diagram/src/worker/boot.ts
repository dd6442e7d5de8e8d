// The first file of the drawing thread.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { ScriptLoader } from "./script-loader.js";
import type * as Thread from "./thread.js";

const port = parentPort;
if (!port) throw new Error("this module runs in a worker thread only");
const bundle = path.dirname(fileURLToPath(import.meta.url));
const loader = new ScriptLoader(path.join(bundle, "..", "..", ".cache"));
// What runs for one kind of diagram is little of the whole, and all that is kept has to be read.
loader.use(String(workerData));
const { serve } = loader.load(path.join(bundle, "thread.cjs")) as typeof Thread;
serve(port, {
  importHarfBuzz: () => import("harfbuzzjs"),
  beforeDrawing: (kind) => loader.use(kind),
  afterDrawing: () => loader.keep(),
});
