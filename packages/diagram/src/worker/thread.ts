// The thread that runs Mermaid: its globals are replaced by ours, and it can be ended when a layout does not end.
import { parentPort } from "node:worker_threads";
import { describeFailure } from "../mermaid/failure.js";
import { MermaidRenderer } from "../mermaid/renderer.js";
import type { DrawRequest, DrawResponse } from "./protocol.js";

const port = parentPort;
if (!port) throw new Error("this module runs in a worker thread only");
// Nobody reads what is logged here; it would only pile up.
for (const method of ["debug", "error", "info", "log", "trace", "warn"] as const) console[method] = () => {};
const renderer = MermaidRenderer.create();

async function draw(request: DrawRequest): Promise<DrawResponse> {
  try {
    return await (await renderer).draw(request.source, request);
  } catch (error) {
    return { failure: describeFailure(error, request.source) };
  }
}

port.on("message", (request: DrawRequest) => {
  void draw(request).then((response) => port.postMessage(response));
});
