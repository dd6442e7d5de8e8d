import { crc32 } from "node:zlib";
import fc from "fast-check";
import { type ColorType, PNG } from "pngjs";
import { decode as decodeSixelBody } from "sixel/lib/Decoder.js";
import { expect } from "vitest";
import { createPipeline, type PipelineOptions } from "@framework/shared/format";
import { capabilitiesFromEnvironment } from "../../packages/shared/src/terminal/capabilities.js";
import { encodePng } from "../../packages/shared/src/terminal/image/png.js";
import { Picture } from "../../packages/shared/src/terminal/image/picture.js";
import type { Pixels } from "../../packages/shared/src/terminal/image/pixels.js";
import { encodeSixel } from "../../packages/shared/src/terminal/image/sixel.js";
import { Sanitizer, sanitize } from "../../packages/shared/src/terminal/sanitize.js";
import { cuts, mutated, mutatedBytes, soup, split } from "./mutate.js";
import type { Target } from "./target.js";

const escapes = [
  "\x1b",
  "\x1b[",
  "\x1b[31m",
  "\x1b]0;t\x07",
  "\x1b]8;;http://x\x1b\\",
  "\x1bP1q",
  "\x1b_G",
  "\x1b\\",
  "\x9b2J",
  "\x9d",
  "\x9c",
  "\x90",
  "\x07",
  "\r",
  "\b",
  "\0",
  "\x7f",
  "\n",
  "\t",
  ";",
  "m",
  "\u202e",
  "\u2066",
  "\ud83d",
  "\ude00",
  "🌊",
  "\u{10eeee}",
  "\x18",
  "\x1a",
  "\x1bc",
  "\x1b(0",
  "text",
];
/** Everything a terminal obeys instead of showing. */
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{10eeee}]|[\ud800-\udfff]/u;

const sanitizer: Target = {
  name: "sanitiser",
  runs: 1000,
  property: () =>
    fc.property(soup(escapes), cuts, (text, places) => {
      const clean = sanitize(text);
      expect(clean).not.toMatch(OBEYED);
      expect(sanitize(clean)).toBe(clean);
      const cut = new Sanitizer();
      expect(
        split(text, places)
          .map((piece) => cut.write(piece))
          .join("") + cut.flush(),
      ).toBe(clean);
    }),
};

const answers = [
  "Here:\n\n```mermaid\ngraph TD\n  A --> B\n```\n\nand\n\n| a | b |\n|---|:-:|\n| 1 | `x` |\n\n- **bold** _it_ <hidden>no</hidden>\n",
  "~~~~ts title=x\nconst a = `${1}`;\n```\nstill code\n~~~~\n   ```diff\n-a\n+b\n@@ -1 +1 @@\n   ```\n> quote\n# head\n",
];
const markup = [
  "```",
  "````",
  "~~~",
  "```mermaid\n",
  "```diagramtext x\n",
  "\n",
  "\n\n",
  "   ",
  "    ",
  "\t",
  "|",
  "|---|\n",
  "`",
  "**",
  "_",
  "[a](b)",
  "<hidden>",
  "</hidden>",
  "<hid",
  "---\n",
  "+++ b\n",
  "@@ -1 +1 @@\n",
  "- ",
  "1. ",
  "# ",
  "\\",
  "\x1b[31m",
  "\r\n",
  "日本",
  "👩‍👩‍👧",
  "é",
  "\u0301",
];

const colours = capabilitiesFromEnvironment(
  { TERM: "xterm-256color", COLORTERM: "truecolor", FW_GRAPHICS_PROTOCOL: "none" },
  { isTerminal: true, columns: 60, rows: 24 },
).capabilities;

async function format(
  pieces: readonly string[],
  terminal: Pick<PipelineOptions, "terminal">,
): Promise<string> {
  let output = "";
  const options = { output: (text: string) => void (output += text), env: {}, consoleWidth: 60 };
  const formatting = createPipeline({ ...options, ...terminal });
  for (const piece of pieces) formatting.write(piece);
  await formatting.flush();
  return output;
}

/** The pipeline with a terminal or without one: the same however the text is cut, and only these sequences of its own. */
const pipeline = (name: string, terminal: Pick<PipelineOptions, "terminal">, own: RegExp): Target => ({
  name,
  runs: 150,
  property: () =>
    fc.asyncProperty(fc.oneof(mutated(answers, markup), soup(markup)), cuts, async (text, places) => {
      const whole = await format([text], terminal);
      expect(await format(split(text, places), terminal)).toBe(whole);
      expect(whole.replaceAll(own, "")).not.toMatch(OBEYED);
    }),
});

const plain = pipeline("fences and the formatter pipeline", {}, /(?!)/g);
const coloured = pipeline("the pipeline in colours", { terminal: colours }, /\x1b\[[\d;]*m/g);

const anyPixels = fc
  .tuple(
    fc.integer({ min: 1, max: 24 }),
    fc.integer({ min: 1, max: 20 }),
    fc.infiniteStream(fc.nat({ max: 255 })),
  )
  .map(([width, height, bytes]): Pixels => {
    const data = Uint8Array.from({ length: width * height * 4 }, () => Number(bytes.next().value));
    // Flat areas and full or no opacity are what drawings have.
    for (let index = 3; index < data.length; index += 4) data[index] = (data[index] ?? 0) > 100 ? 255 : 0;
    return { width, height, data };
  });

const sixel: Target = {
  name: "sixel encoder",
  runs: 150,
  property: () =>
    fc.property(anyPixels, (source) => {
      const { width, height } = source;
      const placement = { width, height, columns: Math.ceil(width / 8), rows: Math.ceil(height / 16) };
      const text = encodeSixel(Picture.fromPixels(source), { placement });
      const body = /^\x1bP0;1;0q([\x20-\x7e]*)\x1b\\$/.exec(text)?.[1];
      expect(body).toBeDefined();
      const decoded = decodeSixelBody(Buffer.from(body ?? "", "latin1"), { fillColor: 0 });
      expect([decoded.width, decoded.height]).toEqual([width, height]);
      const shown = new Uint8Array(decoded.data32.buffer, decoded.data32.byteOffset, width * height * 4);
      for (let index = 3; index < source.data.length; index += 4) {
        expect((shown[index] ?? 0) > 0, `pixel ${index >> 2}`).toBe(source.data[index] === 255);
      }
    }),
};

/** One small picture in every kind of colours that the library writes, and as we write it. */
const samples = [0, 2, 4, 6].flatMap((colorType) => {
  const picture = new PNG({ width: 9, height: 5 });
  picture.data.forEach((_, index) => (picture.data[index] = (index * 7) % 256));
  const ours = encodePng({ width: 9, height: 5, data: Uint8Array.from(picture.data) });
  return [PNG.sync.write(picture, { colorType: colorType as ColorType }), ours];
});

/** The same bytes with right checksums, so that a change is not found out by them alone. */
function withChecksums(bytes: Uint8Array): Uint8Array {
  const mended = Buffer.from(bytes);
  for (let at = 8; at + 12 <= mended.length;) {
    const end = at + 8 + mended.readUInt32BE(at);
    if (end + 4 > mended.length) break;
    mended.writeUInt32BE(crc32(mended.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return mended;
}

const png: Target = {
  name: "PNG input",
  runs: 300,
  property: () =>
    fc.property(mutatedBytes(samples), fc.boolean(), (bytes, mended) => {
      let picture: Picture;
      let pixels: Pixels;
      try {
        picture = Picture.fromPng(mended ? withChecksums(bytes) : bytes);
        if (picture.width * picture.height > 1_000_000) return; // Decoding it proves nothing new and takes long.
        pixels = picture.pixels;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        return;
      }
      const { width, height, data } = pixels;
      expect({ width, height }).toEqual({ width: picture.width, height: picture.height });
      expect(data.length).toBe(width * height * 4);
    }),
};

export const terminalTargets: readonly Target[] = [sanitizer, plain, coloured, sixel, png];
