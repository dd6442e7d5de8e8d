import { decode as decodeSixelBody } from "sixel/lib/Decoder.js";
import { describe, expect, test } from "vitest";
import type { Placement } from "./fit.js";
import { encodeHalfblock } from "./halfblock.js";
import { encodeIterm } from "./iterm.js";
import { encodeKitty } from "./kitty.js";
import { Picture } from "./picture.js";
import type { Pixels } from "./pixels.js";
import { encodeSixel } from "./sixel.js";

/** Boxes, a ring and slanted lines with smooth edges: what a diagram consists of. */
function drawing(width: number, height: number, transparent = false): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ring = Math.abs(Math.hypot(x - width / 2, y - height / 2) - height / 3);
      const line = Math.abs(x * 0.3 - y + height / 4);
      const ink = Math.max(0, Math.min(1, 2 - ring), Math.min(1, 1.5 - line));
      const box = x > width * 0.6 && y > height * 0.6 ? [236, 236, 255] : [255, 255, 255];
      const stroke = line < ring ? [51, 51, 51] : [147, 112, 219];
      const alpha = transparent && box[0] === 255 ? Math.round(ink * 255) : 255;
      const mixed =
        alpha === 255 ? stroke.map((c, i) => Math.round(c * ink + (box[i] ?? 0) * (1 - ink))) : stroke;
      data.set([...mixed, alpha], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

function solid(width: number, height: number, rgba: number[]): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let index = 0; index < data.length; index += 4) data.set(rgba, index);
  return { width, height, data };
}

const whole = ({ width, height }: Pixels): Placement => ({
  columns: Math.ceil(width / 8),
  rows: Math.ceil(height / 16),
  width,
  height,
});

function parseKitty(text: string) {
  const pieces = [...text.matchAll(/\x1b_G([^;]*);([^\x1b]*)\x1b\\/g)];
  expect(pieces.map(([piece]) => piece).join("")).toBe(text);
  return pieces.map(([, keys = "", payload = ""]) => ({
    keys: Object.fromEntries(new URLSearchParams(keys.replaceAll(",", "&"))),
    payload,
  }));
}

function parseSixel(text: string) {
  const match = /^\x1bP0;1;0q([\x20-\x7e]*)\x1b\\$/.exec(text);
  expect(match).not.toBeNull();
  const { width, height, data32 } = decodeSixelBody(Buffer.from(match?.[1] ?? "", "latin1"), {
    fillColor: 0,
  });
  return { width, height, data: new Uint8Array(data32.buffer, data32.byteOffset, width * height * 4) };
}

/** Peak signal-to-noise ratio over the pixels that are not transparent. */
function quality(before: Pixels, after: Pixels): number {
  let squares = 0;
  let count = 0;
  for (let index = 0; index < before.data.length; index += 4) {
    if (before.data[index + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      squares += ((before.data[index + channel] ?? 0) - (after.data[index + channel] ?? 0)) ** 2;
      count += 1;
    }
  }
  return 10 * Math.log10((255 * 255) / (squares / count));
}

type Cell = { glyph: string; front: string; back: string };

function parseHalfblock(text: string): Cell[][] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      expect(line.endsWith("\x1b[0m")).toBe(true);
      let front = "";
      let back = "";
      const cells: Cell[] = [];
      for (const [, code, glyph] of line.matchAll(/\x1b\[([\d;]*)m|(.)/g)) {
        if (glyph) cells.push({ glyph, front, back });
        else if (code === "49") back = "";
        else if (code?.startsWith("38;")) front = code.slice(3);
        else if (code?.startsWith("48;")) back = code.slice(3);
      }
      return cells;
    });
}

describe("tcgfx_a", () => {
  test("sends the PNG file in pieces of at most 4096 characters, and says how many cells it takes", () => {
    const noise = new Uint8Array(64 * 64 * 4).map((_, index) => Math.sin(index) * 1e6);
    const picture = Picture.fromPixels({ width: 64, height: 64, data: noise });
    const pieces = parseKitty(
      encodeKitty(picture, { placement: { columns: 8, rows: 4, width: 64, height: 64 } }),
    );
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces[0]?.keys).toEqual({ a: "T", f: "100", q: "2", C: "1", c: "8", r: "4", m: "1" });
    expect(pieces.map(({ keys }) => keys["m"]).join("")).toBe(`${"1".repeat(pieces.length - 1)}0`);
    expect(pieces.every(({ payload }) => payload.length > 0 && payload.length <= 4096)).toBe(true);
    expect(pieces.slice(0, -1).every(({ payload }) => payload.length % 4 === 0)).toBe(true);
    const png = Buffer.from(pieces.map(({ payload }) => payload).join(""), "base64");
    expect(Picture.fromPng(png).pixels.data).toEqual(noise);
  });

  test("a small picture is one piece that says it is the last", () => {
    const pieces = parseKitty(
      encodeKitty(Picture.fromPixels(solid(1, 1, [1, 2, 3, 255])), {
        placement: { columns: 1, rows: 1, width: 1, height: 1 },
      }),
    );
    expect(pieces).toHaveLength(1);
    expect(pieces[0]?.keys["m"]).toBe("0");
  });
});

test("tcgfx_b is one command with size and cells, ended by ST, that holds the file", () => {
  const picture = Picture.fromPixels(drawing(40, 30));
  const text = encodeIterm(picture, { placement: { columns: 5, rows: 2, width: 40, height: 30 } });
  const match = /^\x1b\]1337;File=([^:]*):([A-Za-z0-9+/=]*)\x1b\\$/.exec(text);
  const file = Buffer.from(match?.[2] ?? "", "base64");
  expect(match?.[1]?.split(";")).toEqual([
    "inline=1",
    `size=${file.length}`,
    "width=5",
    "height=2",
    "preserveAspectRatio=1",
  ]);
  expect(Picture.fromPng(file).pixels.data).toEqual(picture.pixels.data);
});

describe("sixel", () => {
  test("a diagram comes back with at least 45 dB", () => {
    const pixels = drawing(403, 301);
    const decoded = parseSixel(encodeSixel(Picture.fromPixels(pixels), { placement: whole(pixels) }));
    expect([decoded.width, decoded.height]).toEqual([403, 301]);
    expect(quality(pixels, decoded)).toBeGreaterThan(45);
  });

  test("a picture of tens of thousands of colours keeps to 256 registers and stays alike", () => {
    const { width, height, data } = solid(300, 200, [0, 0, 0, 255]);
    for (let index = 0; index < width * height; index += 1) {
      data.set([index % 256, (index * 3) >> 8, (index >> 4) % 256], index * 4);
    }
    const pixels = { width, height, data };
    const text = encodeSixel(Picture.fromPixels(pixels), { placement: whole(pixels) });
    expect(new Set(text.match(/#\d+;2/g)).size).toBeLessThanOrEqual(256);
    expect(quality(pixels, parseSixel(text))).toBeGreaterThan(25);
  });

  test("transparent pixels are left unset, half-transparent ones are laid over the background", () => {
    const pixels = solid(10, 10, [255, 0, 0, 0]);
    pixels.data.set([255, 0, 0, 128], 0);
    pixels.data.set([0, 255, 0, 255], 4);
    const text = encodeSixel(Picture.fromPixels(pixels), {
      placement: whole(pixels),
      background: [255, 255, 255],
    });
    const { data } = parseSixel(text);
    expect([...data.subarray(0, 12)]).toEqual([255, 128, 128, 255, 0, 255, 0, 255, 0, 0, 0, 0]);
    // tmux fills what is unset with the colour of register 0.
    expect(text).toContain("#0;2;100;100;100");
  });

  test("is shrunk to the pixels of its placement", () => {
    const pixels = drawing(400, 300);
    const placement = { columns: 25, rows: 10, width: 200, height: 150 };
    const decoded = parseSixel(encodeSixel(Picture.fromPixels(pixels), { placement }));
    expect([decoded.width, decoded.height]).toEqual([200, 150]);
  });
});

describe("halfblock", () => {
  test("two pixels share a cell: the upper in front, the lower behind", () => {
    const data = new Uint8Array([255, 0, 0, 255, 0, 0, 255, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
    const text = encodeHalfblock(Picture.fromPixels({ width: 2, height: 2, data }), {
      placement: { columns: 2, rows: 1, width: 2, height: 2 },
      truecolor: true,
    });
    const [[left, right] = []] = parseHalfblock(text);
    expect(left).toEqual({ glyph: "▀", front: "2;255;0;0", back: "2;0;255;0" });
    expect(right).toMatchObject({ glyph: " ", back: "2;0;0;255" });
  });

  test("averages the area that a pixel covers", () => {
    const grey = { glyph: " ", front: "", back: "2;128;128;128" };
    const data = new Uint8Array(4 * 4 * 4).fill(255);
    for (let pixel = 0; pixel < 16; pixel += 2) data.set([0, 0, 0], pixel * 4);
    const text = encodeHalfblock(Picture.fromPixels({ width: 4, height: 4, data }), {
      placement: { columns: 2, rows: 1, width: 2, height: 2 },
    });
    expect(parseHalfblock(text)).toEqual([[grey, grey]]);
  });

  test("transparent halves show the terminal's own background; an odd last row is half a cell", () => {
    const data = new Uint8Array([0, 0, 0, 0, 9, 9, 9, 255, 7, 7, 7, 255]);
    const text = encodeHalfblock(Picture.fromPixels({ width: 1, height: 3, data }), {
      placement: { columns: 1, rows: 2, width: 1, height: 3 },
    });
    expect(parseHalfblock(text)).toEqual([
      [{ glyph: "▄", front: "2;9;9;9", back: "" }],
      [{ glyph: "▀", front: "2;7;7;7", back: "" }],
    ]);
  });

  test.each([
    [[255, 0, 0], "5;196"],
    [[0, 0, 0], "5;16"],
    [[255, 255, 255], "5;231"],
    [[128, 128, 128], "5;244"],
    [[95, 135, 175], "5;67"],
  ])("without 24-bit colours %j becomes %s", (rgb, expected) => {
    const text = encodeHalfblock(Picture.fromPixels(solid(1, 2, [...rgb, 255])), {
      placement: { columns: 1, rows: 1, width: 1, height: 2 },
      truecolor: false,
    });
    expect(parseHalfblock(text)[0]?.[0]?.back).toBe(expected);
  });
});

describe("Picture", () => {
  test("refuses bytes that are no PNG, and sizes nobody can show", () => {
    expect(() => Picture.fromPng(new Uint8Array(100))).toThrow("no PNG");
    const huge = Buffer.from(Picture.fromPixels(solid(1, 1, [0, 0, 0, 255])).png);
    huge.writeUInt32BE(1_000_000, 16);
    huge.writeUInt32BE(1_000_000, 20);
    expect(() => Picture.fromPng(huge)).toThrow("1000000x1000000");
  });
});
