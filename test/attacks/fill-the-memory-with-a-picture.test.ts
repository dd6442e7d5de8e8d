/** A rendering service wants the process to die: it answers with a small file that claims, or unpacks to, gigabytes. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "vitest";

function png(width: number, height: number, interlace: 0 | 1, unpacked: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlace], 8);
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
    bytes.writeUInt32BE(data.length, 0);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(unpacked), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const DECODER = fileURLToPath(
  new URL("../../packages/shared/dist/terminal/image/png-decode.js", import.meta.url),
);
/** Decodes in a process of its own and says how much memory that took. */
const PROGRAM = `
  const { decodePng } = await import(${JSON.stringify(DECODER)});
  let said = "decoded";
  try { decodePng(require("node:fs").readFileSync(0)); } catch (error) { said = String(error.message); }
  console.log(JSON.stringify({ said, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));`.replace(
  'require("node:fs")',
  "(await import('node:fs'))",
);

const HUGE = 300_000_000;
test.each([
  ["interlaced, and unpacks to far more than it declares", png(16, 16, 1, HUGE)],
  ["interlaced and large", png(20_000, 4000, 1, 1000)],
  ["plain, and unpacks to far more than it declares", png(16, 16, 0, HUGE)],
  ["declares more than fits anywhere", png(40_000, 40_000, 0, 1000)],
])("%s", (_name, file) => {
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM], { input: file });
  const { said, megabytes } = JSON.parse(String(stdout)) as { said: string; megabytes: number };
  expect(said).not.toBe("decoded");
  expect(megabytes).toBeLessThan(200);
});
