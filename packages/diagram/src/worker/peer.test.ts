/** Processes and what they may start. */
import { afterEach, expect, it } from "vitest";
import { DiagramRenderError } from "../errors.js";
import { startProcess } from "./peer.js";

afterEach(() => {
  delete process.env["FRAMEWORK_DIAGRAM_PROCESS"];
});

it("starts no process in a process of ours: a single executable would start itself without end", () => {
  process.env["FRAMEWORK_DIAGRAM_PROCESS"] = "1";
  expect(() => startProcess(new URL("../../dist/raster/child.js", import.meta.url))).toThrow(
    DiagramRenderError,
  );
});
