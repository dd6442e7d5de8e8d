/** Pixels into PNG. */
import { crc32, createDeflate } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_AT_ONCE = 1 << 22;
const COMPRESSION_LEVEL = 1;

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** The size of a picture, and whether all of its pixels are opaque. */
interface PictureShape {
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/**
 * Encodes premultiplied RGBA pixels. Rows go to zlib some at a time and without a filter: flat colours compress well
 * as they are, and the picture is never copied as a whole.
 */
export async function encodePng(pixels: Uint8Array, shape: PictureShape): Promise<Buffer> {
  const { width, height } = shape;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits per channel
  header[9] = 6; // RGBA
  const deflate = createDeflate({ level: COMPRESSION_LEVEL, chunkSize: 1 << 18 });
  const compressed: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    deflate
      .on("data", (data: Buffer) => compressed.push(data))
      .on("end", resolve)
      .on("error", reject);
  });
  const rowsAtOnce = Math.ceil(BYTES_AT_ONCE / (width * 4));
  for (let row = 0; row < height; row += rowsAtOnce) {
    const rows = filteredRows(pixels, shape, row, Math.min(height, row + rowsAtOnce));
    if (!deflate.write(rows)) await new Promise((resolve) => deflate.once("drain", resolve));
  }
  deflate.end();
  await finished;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", Buffer.concat(compressed)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Rows with their filter byte (none) and straight alpha. */
function filteredRows(pixels: Uint8Array, shape: PictureShape, from: number, to: number): Buffer {
  const stride = shape.width * 4;
  const rows = Buffer.alloc((stride + 1) * (to - from));
  for (let row = from; row < to; row += 1)
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), (row - from) * (stride + 1) + 1);
  if (shape.opaque) return rows;
  for (let start = 1; start < rows.length; start += stride + 1)
    straightenAlpha(rows.subarray(start, start + stride));
  return rows;
}

/** Undoes the multiplication of colours by alpha. */
export function straightenAlpha(pixels: Uint8Array): void {
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at - 3; channel < at; channel += 1)
      pixels[channel] = Math.min(255, Math.round(((pixels[channel] ?? 0) * 255) / alpha));
  }
}
