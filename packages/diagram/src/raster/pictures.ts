/** Starts the process that draws pictures: from an image where there is one, and plainly otherwise. */
import { rmSync } from "node:fs";
import os from "node:os";
import { imageOf, IMAGE_FLAGS } from "../image/image-files.js";
import { partAt } from "../parts/parts.js";
import { UNKNOWN_KIND } from "../protocol.js";
import { type Peer, startProcess } from "../worker/peer.js";
import { withSecondChance } from "../worker/second-chance.js";
import type { PictureAnswer, PictureJob } from "./protocol.js";

/** V8 optimises in threads beside the drawing, up to four: where processors are few, these would take the drawing's own. */
const V8_THREADS = Math.min(4, Math.max(1, os.availableParallelism() - 1));
const ENV = {
  NODE_OPTIONS: `--v8-pool-size=${V8_THREADS}`,
  // resvg's allocator takes a picture's memory in large pages where the system has them: fewer, and soon filled.
  MIMALLOC_ALLOW_LARGE_OS_PAGES: "1",
};

export function startPictures(first: PictureJob | undefined): Peer<PictureJob, PictureAnswer> {
  const kind = first && "kind" in first.drawing ? first.drawing.kind : UNKNOWN_KIND;
  const child = partAt("vendor/child.cjs");
  const args = [kind, first?.format ?? "png"];
  const image = kind === UNKNOWN_KIND ? null : imageOf(kind, partAt("vendor/"));
  const plain = (): Peer<PictureJob, PictureAnswer> =>
    startProcess(child, { args: image?.state === "absent" ? [...args, image.file] : args, env: ENV });
  if (image?.state !== "usable") return plain();
  const flags = [...IMAGE_FLAGS, "--snapshot-blob", image.file];
  return withSecondChance(startProcess(child, { args, env: ENV, flags }), () => {
    rmSync(image.file, { force: true });
    return plain();
  });
}
