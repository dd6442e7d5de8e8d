import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import type * as pngjs from "pngjs";
import type { Pixels } from "./picture.js";
import { pngSize } from "./png.js";

/**
 * Decodes a PNG file. Renderers write 8-bit colour without interlacing, which is read here four times as fast as
 * by the library; every other kind of file is left to it.
 */
export function decodePng(png: Uint8Array): Pixels {
  return decodePlain(png) ?? decodeAny(png);
}

/** The library is loaded by the first file that needs it. */
function decodeAny(png: Uint8Array): Pixels {
  const { PNG }: typeof pngjs = createRequire(import.meta.url)("pngjs");
  const { width, height, data } = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  return { width, height, data };
}

/** 8 bits, red, green, blue and perhaps alpha, no interlacing; undefined for all else. */
function decodePlain(png: Uint8Array): Pixels | undefined {
  const { width, height } = pngSize(png);
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || (colour !== 2 && colour !== 6) || interlace !== 0) return undefined;
  const parts: Uint8Array[] = [];
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4);
    if (type === CHUNK_TRNS) return undefined;
    if (type === CHUNK_IDAT) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const channels = colour === 6 ? 4 : 3;
  const size = (width * channels + 1) * height;
  const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: size });
  if (rows.length !== size) throw new Error("This PNG picture is cut off.");
  for (let row = 0; row < height; row += 1) unfilter(rows, row, width * channels, channels);
  return { width, height, data: toRgba(rows, width, height, channels) };
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
