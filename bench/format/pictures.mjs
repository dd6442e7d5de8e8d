// Pictures side by side with other encoders where they are installed: `node bench/format/pictures.mjs [--quick]`.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decode } from "sixel/lib/Decoder.js";
import { median, report } from "../lib/report.mjs";
import { encodeHalfblock, encodeSixel, Picture } from "../../packages/shared/dist/terminal/index.js";

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

const isInstalled = (command) => spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;

const decodePicture = () => Picture.fromPng(png).pixels;
const background = [255, 255, 255];
const encoders = {
  sixel: () => encodeSixel(Picture.fromPixels(pixels), { placement, background }),
  halfblock: () => encodeHalfblock(Picture.fromPixels(pixels), { placement: small, background }),
};

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

for (const [format, commands] of Object.entries(contenders)) {
  const rows = [];
  for (const [name, [command, ...args]] of Object.entries(commands)) {
    if (!isInstalled(command)) continue;
    const runs = Array.from({ length: rounds }, () => run(command, args));
    const output = runs[0].output;
    const decibels = format === "sixel" ? quality(output) : Number.NaN;
    rows.push({
      name,
      "CPU ms": median(runs.map(({ cpuMs }) => cpuMs)),
      kB: output.length / 1024,
      ...(Number.isNaN(decibels) ? {} : { dB: decibels }),
    });
  }
  const warmMs = warm(encoders[format]);
  rows.splice(1, 0, {
    name: "ours, in a running program",
    "CPU ms": warmMs + warm(decodePicture),
    kB: rows[0].kB,
    dB: rows[0].dB,
  });
  report({
    id: `format-${format}`,
    title: `A diagram of ${width}x${height} pixels as ${format}: from PNG file to text`,
    columns: format === "sixel" ? ["CPU ms", "kB", "dB"] : ["CPU ms", "kB"],
    rows,
    plot: "CPU ms",
    bars: [{ column: "CPU ms", rows: ["ours, in a running program"], atMost: 1, of: "peer" }],
    note: "Whole processes; ours starts Node each time. dB: likeness to the source, where the size is the same.",
  });
}
