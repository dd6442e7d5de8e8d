/** PNG files into pixels. */
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import type * as pngjs from "pngjs";
import type { Pixels } from "./pixels.js";
import { pngSize } from "./png.js";

/**
 * Decodes a PNG file. Renderers write 8-bit colour without interlacing, which is read here four times as fast as
 * by the library; every other kind of file is left to it.
 */
export function decodePng(png: Uint8Array): Pixels {
  return decodePlain(png) ?? decodeAny(png);
}

/**
 * The library is loaded by the first file that needs it. It believes whatever the file unpacks to, so that is compared with the declared
 * size first.
 */
function decodeAny(png: Uint8Array): Pixels {
  const { width, height } = pngSize(png);
  if (width * height > MOST_PIXELS)
    throw new Error(`A picture of ${width}x${height} pixels of this kind cannot be shown.`);
  inflateSync(Buffer.concat(imageData(png)), { maxOutputLength: unpackedSize(png, width, height) });
  const { PNG }: typeof pngjs = createRequire(import.meta.url)("pngjs");
  const { data } = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  return { width, height, data };
}

/** 8 bits, red, green, blue and perhaps alpha, no interlacing; undefined for all else. */
function decodePlain(png: Uint8Array): Pixels | undefined {
  const { width, height } = pngSize(png);
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || (colour !== 2 && colour !== 6) || interlace !== 0) return undefined;
  const types = [...chunks(png)].map(({ type }) => type);
  if (types.includes(CHUNK_TRNS)) return undefined;
  const channels = colour === 6 ? 4 : 3;
  const size = (width * channels + 1) * height;
  const rows = inflateSync(Buffer.concat(imageData(png)), { maxOutputLength: size });
  if (rows.length !== size) throw new Error("This PNG picture is cut off.");
  for (let row = 0; row < height; row += 1) unfilter(rows, row, width * channels, channels);
  return { width, height, data: toRgba(rows, width, height, channels) };
}

/** The library needs far more memory and time for a pixel than the reader above. */
const MOST_PIXELS = 16_000_000;

function* chunks(png: Uint8Array): Generator<{ type: number; data: Uint8Array }> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at))
    yield { type: view.getUint32(at + 4), data: png.subarray(at + 8, at + 8 + view.getUint32(at)) };
}

const imageData = (png: Uint8Array): Uint8Array[] =>
  Array.from(chunks(png)).flatMap(({ type, data }) => (type === CHUNK_IDAT ? [data] : []));

/** Channels by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The seven passes of an interlaced picture: where each begins and how far apart its pixels are. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** How many bytes a picture of this size and kind has before it is packed. */
function unpackedSize(png: Uint8Array, width: number, height: number): number {
  const [depth = 8, colour = 6, , , interlace = 0] = png.subarray(24, 29);
  const bits = depth * (CHANNELS[colour] ?? 4);
  const rows = (across: number, down: number) =>
    across <= 0 || down <= 0 ? 0 : (Math.ceil((across * bits) / 8) + 1) * down;
  if (interlace === 0) return rows(width, height);
  const sizes = PASSES.map(([x, y, stepX, stepY]) =>
    rows(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const CHUNK_IDAT = 0x49444154;
const CHUNK_TRNS = 0x74524e53;

/** Undoes one row's filter in place; the row above has been done already. */
function unfilter(rows: Uint8Array, row: number, stride: number, channels: number): void {
  const start = row * (stride + 1) + 1;
  const filter = rows[start - 1];
  const above = row === 0 ? -1 : start - stride - 1;
  if (filter === 0 || (filter === 2 && above < 0)) return;
  if (filter === undefined || filter > 4) throw new Error("This PNG picture is damaged.");
  for (let x = 0; x < stride; x += 1) {
    const left = x < channels ? 0 : rows[start + x - channels]!;
    const up = above < 0 ? 0 : rows[above + x]!;
    const corner = x < channels || above < 0 ? 0 : rows[above + x - channels]!;
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
    rows[start + x] = rows[start + x]! + predicted;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

/** Drops the filter bytes and adds alpha where there is none. */
function toRgba(rows: Uint8Array, width: number, height: number, channels: number): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  const stride = width * channels;
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1) + 1;
    if (channels === 4) data.set(rows.subarray(start, start + stride), row * width * 4);
    else {
      for (let x = 0, from = start, to = row * width * 4; x < width; x += 1, from += 3, to += 4) {
        data[to] = rows[from]!;
        data[to + 1] = rows[from + 1]!;
        data[to + 2] = rows[from + 2]!;
        data[to + 3] = 255;
      }
    }
  }
  return data;
}
