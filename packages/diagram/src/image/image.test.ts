/** Images of the drawing process, made and used as the library does it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DiagramTimeoutError } from "../errors.js";
import type { PictureAnswer, PictureJob } from "../raster/protocol.js";
import { Lane } from "../worker/lane.js";
import { startProcess } from "../worker/peer.js";
import { type STARTED, withSecondChance } from "../worker/second-chance.js";
import { IMAGE_FLAGS, imageOf } from "./image-files.js";

const vendor = new URL("../../dist/vendor/", import.meta.url);
const child = new URL("child.cjs", vendor);
const folder = mkdtempSync(path.join(os.tmpdir(), "images-"));
const image = path.join(folder, "mindmap.blob");
const SOURCE = "mindmap\n root((Root))\n  One[one]\n   Two\n  Three))three((";
/** HarfBuzz is loaded for it. */
const SHAPED = "flowchart LR\n a[\u0645\u0631\u062d\u0628\u0627] --> b";
const isLinux = process.platform === "linux";

function make(kind: string, file: string): void {
  execFileSync(process.execPath, [fileURLToPath(new URL("make-image.cjs", vendor)), kind, file]);
}

function job(source: string, format: "svg" | "png" = "svg"): PictureJob {
  const resolution = { scale: 1, maxPixels: 1e7 };
  const drawing = {
    source,
    kind: "mindmap",
    repair: false,
    theme: null,
    look: null,
    dark: false,
    background: null,
    pixels: format === "png" ? resolution : null,
    pageWidth: 784,
    fontFamily: null,
    maxElements: 60_000,
    maxEdges: 500,
    maxCharacters: 50_000,
    iconPacks: [],
  };
  return { drawing, format, backdrop: null, resolution, timeoutMs: 30_000 };
}

/** A lane whose first process starts from `blob`, with how many plain ones took its place. */
function laneFrom(blob: string): { lane: Lane<PictureJob, PictureAnswer>; replaced: () => number } {
  let replaced = 0;
  const lane = new Lane<PictureJob, PictureAnswer>("drawing process", () =>
    withSecondChance<PictureJob, PictureAnswer>(
      startProcess<PictureJob, PictureAnswer | typeof STARTED>(child, {
        args: ["mindmap", "svg"],
        flags: [...IMAGE_FLAGS, "--snapshot-blob", blob],
      }),
      () => {
        replaced += 1;
        return startProcess(child, { args: ["mindmap", "svg"] });
      },
    ),
  );
  return { lane, replaced: () => replaced };
}

const patience = { timeoutMs: 30_000 };
const from = laneFrom(image);
const plain = new Lane<PictureJob, PictureAnswer>("drawing process", () => startProcess(child));

beforeAll(() => make("mindmap", image), 60_000);
afterAll(() => {
  from.lane.close();
  plain.close();
  rmSync(folder, { recursive: true });
});

describe.runIf(isLinux)("a process from an image, on Linux alone,", () => {
  it("draws the kind of the image and others as any process does", async () => {
    const jobs = [job(SOURCE), job('pie\n "a": 1'), job(SHAPED), job(SOURCE, "png")];
    for (const each of jobs)
      expect(await from.lane.run(each, patience)).toEqual(await plain.run(each, patience));
    expect(from.replaced()).toBe(0);
  });

  it("is ended by its time limit, and the next one is drawn", async () => {
    const slow = `mindmap\n root\n${Array.from({ length: 500 }, (_, index) => `${"  ".repeat(2 + (index % 8))}n${index}`).join("\n")}`;
    await expect(from.lane.run(job(slow), { timeoutMs: 100 })).rejects.toThrow(DiagramTimeoutError);
    expect(await from.lane.run(job(SOURCE), patience)).toHaveProperty("width");
    expect(from.replaced()).toBe(0);
  });

  it("is replaced by a plain one when the image is none", async () => {
    const spoilt = path.join(folder, "spoilt.blob");
    writeFileSync(spoilt, "no image");
    const other = laneFrom(spoilt);
    expect(await other.lane.run(job(SOURCE), patience)).toHaveProperty("width");
    expect(other.replaced()).toBe(1);
    other.lane.close();
  });
});

describe.runIf(isLinux)("an image, on Linux alone,", () => {
  it("is made once, whoever asks, and leaves nothing else behind", () => {
    const before = statSync(image).mtimeMs;
    make("mindmap", image);
    expect(statSync(image).mtimeMs).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith("mindmap"))).toEqual(["mindmap.blob"]);
  });

  it("that cannot be made leaves a mark, so that nobody tries again", () => {
    const file = path.join(folder, "nothing.blob");
    make("nothing", file);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).size).toBe(0);
  });

  it("belongs to the scripts and to the version of Node that it was made with", () => {
    expect(imageOf("pie", vendor)?.file).toContain(process.version);
  });
});
