import { createDeflate } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const rowsAtOnce = 64;
const compressionLevel = 2;

const crcTable = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(data: Buffer): number {
  let value = -1;
  for (const byte of data) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ -1) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/**
 * Encodes premultiplied RGBA pixels. Rows go to zlib a few at a time and without a filter: flat colours compress well
 * as they are, and the picture is never copied as a whole.
 */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits per channel
  header[9] = 6; // RGBA
  const deflate = createDeflate({ level: compressionLevel });
  const compressed: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    deflate
      .on("data", (data: Buffer) => compressed.push(data))
      .on("end", resolve)
      .on("error", reject);
  });
  for (let row = 0; row < height; row += rowsAtOnce) {
    const rows = filteredRows(pixels, width, row, Math.min(height, row + rowsAtOnce));
    if (!deflate.write(rows)) await new Promise((resolve) => deflate.once("drain", resolve));
  }
  deflate.end();
  await finished;
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", Buffer.concat(compressed)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Rows with their filter byte (none) and straight alpha. */
function filteredRows(pixels: Uint8Array, width: number, from: number, to: number): Buffer {
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * (to - from));
  for (let row = from; row < to; row++) {
    const start = (row - from) * (stride + 1) + 1;
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), start);
    for (let at = start; at < start + stride; at += 4) {
      const alpha = rows[at + 3] ?? 0;
      if (alpha === 0 || alpha === 255) continue;
      for (let channel = at; channel < at + 3; channel++)
        rows[channel] = Math.min(255, Math.round(((rows[channel] ?? 0) * 255) / alpha));
    }
  }
  return rows;
}
