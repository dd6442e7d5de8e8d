/** The process that draws pictures, and its end. */
import { afterAll, expect, it } from "vitest";
import { DiagramRenderError } from "../errors.js";
import { Lane } from "../worker/lane.js";
import { startProcess } from "../worker/peer.js";
import type { PictureAnswer, PictureJob } from "./protocol.js";

const lane = new Lane<PictureJob, PictureAnswer>("drawing process", () =>
  startProcess(new URL("../../dist/raster/child.js", import.meta.url)),
);
const patience = { timeoutMs: 20_000 };
const job = (svg: string): PictureJob => ({
  drawing: { svg, width: 20, height: 10, scale: 2, fontFiles: [] },
  format: "png",
  backdrop: null,
  resolution: { scale: 2, maxPixels: 24_000_000 },
  ...patience,
});
const svg = (content: string): PictureJob =>
  job(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">${content}</svg>`);
afterAll(() => lane.close());

it("outlives an abort of resvg: the caller gets an error and the next picture is drawn", async () => {
  // A layer wholly outside the picture makes resvg 0.34 abort its process.
  const outside = svg('<g opacity="0.5"><rect x="900" y="900" width="5" height="5" fill="red"/></g>');
  await expect(lane.run(outside, patience)).rejects.toThrow(DiagramRenderError);
  expect(await lane.run(svg('<rect width="5" height="5"/>'), patience)).toMatchObject({
    width: 40,
    height: 20,
  });
});

it("outlives the end of its memory, which is told as such", async () => {
  const small = new Lane<PictureJob, PictureAnswer>("drawing process", () =>
    startProcess(new URL("../../dist/raster/child.js", import.meta.url), {
      flags: ["--max-old-space-size=32"],
    }),
  );
  await expect(small.run(svg("<g/>".repeat(20_000_000)), patience)).rejects.toThrow(
    "as when memory runs out",
  );
  expect(await small.run(svg('<rect width="5" height="5"/>'), patience)).toMatchObject({ width: 40 });
  small.close();
});

it("reports an SVG that cannot be read", async () => {
  expect(await lane.run(job("<svg"), patience)).toMatchObject({ failure: { reason: "render" } });
});
