// One picture in one process: `node one.mjs sixel|halfblock FILE`.
import { readFileSync } from "node:fs";
import { encodeHalfblock, encodeSixel, Picture } from "../../packages/shared/dist/terminal/index.js";

const [, , format, file] = process.argv;
const picture = Picture.fromPng(readFileSync(file));
const { width, height } = picture;
const background = [255, 255, 255];
process.stdout.write(
  format === "sixel"
    ? encodeSixel(picture, { placement: { columns: 1, rows: 1, width, height }, background })
    : encodeHalfblock(picture, {
        placement: { columns: 120, rows: 66, width: 120, height: 132 },
        background,
      }),
);
