/** The first file of the drawing thread. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { DrawRequest } from "../protocol.js";
import type { ThreadStart } from "./peer.js";
import { ScriptLoader } from "./script-loader.js";
import type * as Thread from "./thread.js";
import { Tiering } from "./tiering.js";

const port = parentPort;
if (!port) throw new Error("this module runs in a worker thread only");
// Only ever started by startThread.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const { kind: firstKind, ownsProcess } = workerData as ThreadStart;
const tiering = ownsProcess ? new Tiering() : null;
const bundle = path.dirname(fileURLToPath(import.meta.url));
const loader = new ScriptLoader(path.join(bundle, "..", "..", ".cache"), tiering?.asUsual);
// What runs for one kind of diagram is little of the whole, and all that is kept has to be read.
loader.use(firstKind);
const { createDrawer } = loader.load(path.join(bundle, "thread.cjs")) as typeof Thread;
const draw = createDrawer({
  importHarfBuzz: () => import("harfbuzzjs"),
  beforeDrawing: (kind) => {
    loader.use(kind);
    tiering?.beginDrawing();
  },
  afterDrawing: () => loader.keep(),
});
port.on("message", (request: DrawRequest) => {
  void draw(request).then((response) => port.postMessage(response));
});
