// Pictures side by side with other encoders where they are installed: `node bench/format/pictures.mjs [--quick]`.
// Whole processes are compared with whole processes (ours starts Node); below, our encoders in a warm process.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decode } from "sixel/lib/Decoder.js";
import {
  encodeHalfblock,
  encodeKitty,
  encodeSixel,
  Picture,
} from "../../packages/shared/dist/terminal/index.js";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const file = here("diagram.png");
const rounds = process.argv.includes("--quick") ? 3 : 15;
const png = readFileSync(file);
const { width, height, pixels } = Picture.fromPng(png);
const placement = { columns: Math.ceil(width / 8), rows: Math.ceil(height / 16), width, height };
const small = { columns: 120, rows: 66, width: 120, height: 132 };

const contenders = {
  sixel: {
    ours: [process.execPath, here("one.mjs"), "sixel", file],
    img2sixel: ["img2sixel", file],
    chafa: ["chafa", "-f", "sixel", "-s", "160x90", file],
    ImageMagick: ["convert", file, "sixel:-"],
  },
  halfblock: {
    ours: [process.execPath, here("one.mjs"), "halfblock", file],
    chafa: ["chafa", "-f", "symbols", "--symbols", "vhalf", "-s", "120x66", file],
    timg: ["timg", "-ph", "-g", "120x66", file],
  },
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const isInstalled = (command) => spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;

/** Runs a command and reads from the shell how much CPU time it took, which a busy machine does not change. */
function run(command, args) {
  const script = '"$@" 2>/dev/null; times >&2';
  const options = { encoding: "latin1", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] };
  const { stdout, stderr } = spawnSync("sh", ["-c", script, "sh", command, ...args], options);
  const children = stderr.trim().split("\n").at(-1) ?? "";
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => minutes * 60 + Number(rest),
  );
  return { output: stdout, cpuMs: seconds.reduce((sum, value) => sum + value, 0) * 1000 };
}

function warm(encode) {
  const times = [];
  for (let round = 0; round < rounds + 5; round += 1) {
    const started = process.cpuUsage();
    encode();
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
  }
  return median(times.slice(5));
}

/** Peak signal-to-noise ratio of a sixel picture against the source over white; NaN when the sizes differ. */
function quality(text) {
  const body = text.slice(text.indexOf("q") + 1, text.lastIndexOf("\x1b\\"));
  const decoded = decode(Buffer.from(body, "latin1"), { memoryLimit: 1 << 28, fillColor: 0xffffffff });
  if (decoded.width !== width || decoded.height < height) return Number.NaN;
  const shown = new Uint8Array(decoded.data32.buffer, decoded.data32.byteOffset);
  let squares = 0;
  for (let index = 0; index < pixels.data.length; index += 4) {
    const alpha = pixels.data[index + 3] / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      const expected = pixels.data[index + channel] * alpha + 255 * (1 - alpha);
      squares += (shown[index + channel] - expected) ** 2;
    }
  }
  return 10 * Math.log10((255 * 255 * 3 * width * height) / squares);
}

console.log(`${width}x${height} diagram, CPU time, median of ${rounds}`);
for (const [format, commands] of Object.entries(contenders)) {
  for (const [name, [command, ...args]] of Object.entries(commands)) {
    if (!isInstalled(command)) {
      console.log(`${format.padEnd(10)} ${name.padEnd(12)} not installed`);
      continue;
    }
    const times = [];
    let output = "";
    for (let round = 0; round < rounds; round += 1) {
      const result = run(command, args);
      times.push(result.cpuMs);
      output = result.output;
    }
    const decibels = format === "sixel" ? quality(output) : Number.NaN;
    console.log(
      `${format.padEnd(10)} ${name.padEnd(12)} ${median(times).toFixed(0).padStart(5)} ms ${(output.length / 1024).toFixed(0).padStart(6)} kB ${Number.isNaN(decibels) ? "" : `${decibels.toFixed(1).padStart(6)} dB`}`,
    );
  }
}

const picture = () => Picture.fromPixels(pixels);
const background = [255, 255, 255];
console.log("in a warm process:");
console.log(`  decoding  ${warm(() => Picture.fromPng(png).pixels).toFixed(1)} ms`);
console.log(`  sixel     ${warm(() => encodeSixel(picture(), { placement, background })).toFixed(1)} ms`);
console.log(
  `  halfblock ${warm(() => encodeHalfblock(picture(), { placement: small, background })).toFixed(1)} ms`,
);
console.log(
  `  tcgfx_a   ${warm(() => encodeKitty(Picture.fromPng(png), { placement })).toFixed(1)} ms (from the file)`,
);
