/** PNG files. */
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { encodePng } from "./png.js";

it("writes pixels with straight alpha", async () => {
  const width = 3;
  const height = 130; // more rows than go to zlib at once
  const pixels = new Uint8Array(width * height * 4).fill(255);
  pixels.set([64, 0, 0, 128], 4); // half transparent, premultiplied
  pixels.set([0, 0, 0, 0], 8);
  const png = await encodePng(pixels, { width, height, opaque: false });
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  const start = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  expect(rows).toHaveLength((width * 4 + 1) * height);
  expect([...rows.subarray(0, 13)]).toEqual([0, 255, 255, 255, 255, 128, 0, 0, 128, 0, 0, 0, 0]);
});

it("takes opaque pixels as they are", async () => {
  const pixels = Uint8Array.from([1, 2, 3, 255, 4, 5, 6, 255]);
  const png = await encodePng(pixels, { width: 1, height: 2, opaque: true });
  const start = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  expect([...rows]).toEqual([0, 1, 2, 3, 255, 0, 4, 5, 6, 255]);
});
