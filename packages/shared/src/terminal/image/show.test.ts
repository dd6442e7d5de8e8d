import { describe, expect, test } from "vitest";
import type { TerminalCapabilities } from "../capabilities.js";
import { fit } from "./fit.js";
import { wrapForMultiplexer } from "./passthrough.js";
import { Picture } from "./picture.js";
import { shrink } from "./resize.js";
import { showPicture } from "./show.js";

const terminal: TerminalCapabilities = {
  graphics: "tcgfx_a",
  graphicsIsExplicit: false,
  color: "truecolor",
  isTerminal: true,
  columns: 80,
  rows: 24,
  cell: { width: 8, height: 16 },
  warnings: [],
};

const blank = (width: number, height: number) =>
  Picture.fromPixels({ width, height, data: new Uint8Array(width * height * 4).fill(200) });

describe("fit", () => {
  const cell = { width: 8, height: 16 };

  test("never enlarges a small picture", () => {
    expect(fit({ width: 20, height: 10 }, { columns: 80, cell })).toEqual({
      columns: 3,
      rows: 1,
      width: 20,
      height: 10,
    });
  });

  test("shrinks a wide picture to the columns and keeps its proportions", () => {
    expect(fit({ width: 1600, height: 1200 }, { columns: 80, cell })).toEqual({
      columns: 80,
      rows: 30,
      width: 640,
      height: 480,
    });
  });

  test("density makes a picture sharper on a fine screen, not larger on a coarse one", () => {
    const size = { width: 400, height: 200 };
    expect(fit(size, { columns: 80, cell, density: 2 })).toMatchObject({ columns: 25, width: 200 });
    expect(fit(size, { columns: 80, cell: { width: 18, height: 36 }, density: 2 })).toMatchObject({
      width: 400,
    });
  });

  test("obeys the widest picture the terminal takes", () => {
    expect(fit({ width: 4000, height: 100 }, { columns: 300, cell, maxWidth: 1000 })).toMatchObject({
      width: 1000,
    });
  });

  test("a picture of one pixel takes one cell", () => {
    expect(fit({ width: 1, height: 1 }, { columns: 80, cell, density: 2 })).toMatchObject({
      columns: 1,
      rows: 1,
    });
  });
});

describe("showPicture", () => {
  test("makes room, draws with the cursor saved, and ends at the start of the line below", () => {
    const text = showPicture(blank(40, 40), "tcgfx_b", terminal, { columns: 80, density: 1 });
    expect(text).toMatch(/^\n\n\n\x1b\[3A\x1b7\x1b\]1337;[^\x1b]*\x1b\\\x1b8\x1b\[3B\r$/);
  });

  test("tcgfx_a: a picture is shown pixel by pixel, padded to whole cells and never stretched to them", () => {
    const payload = (cell: TerminalCapabilities["cell"]) => {
      const { cell: _, ...rest } = terminal;
      const text = showPicture(blank(100, 50), "tcgfx_a", cell ? { ...rest, cell } : rest, {
        columns: 80,
        density: 2,
      });
      return Picture.fromPng(Buffer.from(/;([^\x1b]*)\x1b/.exec(text)?.[1] ?? "", "base64"));
    };
    const shown = payload({ width: 8, height: 16 });
    expect([shown.width, shown.height]).toEqual([56, 32]);
    const alphaAt = (x: number, y: number) => shown.pixels.data[(y * 56 + x) * 4 + 3];
    expect([alphaAt(49, 24), alphaAt(50, 24), alphaAt(49, 25)]).toEqual([200, 0, 0]);
    expect(payload(undefined).width).toBe(100);
  });

  test("sixel: in bands of so many rows where whole pictures come to harm, the last of which takes the rest", () => {
    const rowsOf = (height: number) =>
      [
        ...showPicture(
          blank(8, height * 16),
          "sixel",
          { ...terminal, multiplexer: "tmux", sixelBandRows: 6 },
          { columns: 80, density: 1 },
        ).matchAll(/\x1b\[(\d+)A/g),
      ].map(([, rows]) => Number(rows));
    expect(rowsOf(11)).toEqual([11]);
    expect(rowsOf(12)).toEqual([6, 6]);
    expect(rowsOf(29)).toEqual([6, 6, 6, 11]);
  });

  test("sixel: is not handed on by a tmux that draws it itself", () => {
    const show = (more: Partial<TerminalCapabilities>) =>
      showPicture(
        blank(8, 16),
        "sixel",
        { ...terminal, multiplexer: "tmux", ...more },
        { columns: 80, density: 1 },
      );
    expect(show({})).toContain("\x1bPtmux;");
    expect(show({ sixelBandRows: 6 })).not.toContain("\x1bPtmux;");
  });

  test("a picture taller than the screen is shown in bands that fit it", () => {
    const text = showPicture(blank(80, 1600), "tcgfx_a", terminal, { columns: 80, density: 1 });
    const rows = [...text.matchAll(/,r=(\d+),/g)].map(([, count]) => Number(count));
    expect(rows).toEqual([23, 23, 23, 23, 8]);
  });

  test("no sixel picture is larger than the terminal says", () => {
    const text = showPicture(
      blank(2000, 900),
      "sixel",
      { ...terminal, rows: 200, columns: 200, sixelLimit: { width: 500, height: 100 } },
      { columns: 200, density: 1 },
    );
    const sizes = [...text.matchAll(/"1;1;(\d+);(\d+)/g)].map(([, width, height]) => [
      Number(width),
      Number(height),
    ]);
    expect(sizes).toEqual([
      [500, 96],
      [500, 96],
      [500, 33],
    ]);
  });

  test("half blocks are lines of text", () => {
    const text = showPicture(blank(300, 20), "halfblock", terminal, { columns: 60, density: 2 });
    expect(text.split("\n")).toHaveLength(3);
    expect(text.replaceAll(/\x1b\[[\d;]*m/g, "").split("\n")[0]).toHaveLength(60);
  });
});

describe("wrapForMultiplexer", () => {
  const sequences = "\x1b_Ga=T,m=1;AAAA\x1b\\\x1b_Gm=0;BBBB\x1b\\";

  test("tmux: every sequence by itself, with each ESC doubled", () => {
    expect(wrapForMultiplexer(sequences, "tmux")).toBe(
      "\x1bPtmux;\x1b\x1b_Ga=T,m=1;AAAA\x1b\x1b\\\x1b\\\x1bPtmux;\x1b\x1b_Gm=0;BBBB\x1b\x1b\\\x1b\\",
    );
  });

  test("screen: short pieces, none of which contains the end of the wrapper", () => {
    const long = `\x1b_G;${"A".repeat(1000)}\x1b\\`;
    const wrapped = wrapForMultiplexer(long, "screen");
    const pieces = wrapped.split(/\x1b\\(?=\x1bP|$)/).filter((piece) => piece !== "");
    expect(pieces.every((piece) => piece.startsWith("\x1bP") && piece.length < 256)).toBe(true);
    expect(pieces.map((piece) => piece.slice(2)).join("")).toBe(long);
  });
});

/** Of the colour channels alone. */
const mean = (bytes: Uint8Array) => {
  const values = [...bytes].filter((_, index) => index % 4 !== 3);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

describe("shrink", () => {
  test("transparent pixels lend no colour", () => {
    const data = new Uint8Array([255, 255, 255, 0, 10, 20, 30, 255]);
    expect([...shrink({ width: 2, height: 1, data }, 1, 1).data]).toEqual([10, 20, 30, 128]);
  });

  test("keeps the mean for sizes that do not divide", () => {
    const data = new Uint8Array(7 * 5 * 4).map((_, index) => (index % 4 === 3 ? 255 : (index * 37) % 256));
    expect(mean(shrink({ width: 7, height: 5, data }, 3, 2).data)).toBeCloseTo(mean(data), 0);
  });
});

describe("kitty's pictures in tmux", () => {
  const inTmux: TerminalCapabilities = { ...terminal, multiplexer: "tmux" };
  const rows = (text: string) => text.split("\n").filter((line) => line.includes("\u{10eeee}"));

  test("are held in place by characters, each row with its number, and no cursor is moved", () => {
    const text = showPicture(blank(80, 48), "tcgfx_a", inTmux, { columns: 80, density: 1 });
    expect(text).toMatch(/^\x1bPtmux;\x1b\x1b_Ga=T,U=1,f=100,q=2,i=(\d+),c=10,r=3,m=0;/);
    const id = Number(/i=(\d+)/.exec(text)?.[1]);
    const colour = `\x1b[38;2;${id >> 16};${(id >> 8) & 255};${id & 255}m`;
    const expected = ["\u0305", "\u030d", "\u030e"].map(
      (mark) => `${colour}\u{10eeee}${mark}\u0305${"\u{10eeee}".repeat(9)}\x1b[39m\n`,
    );
    expect(text.endsWith(`\x1b\\${expected.join("")}`)).toBe(true);
    expect(text).not.toMatch(/\x1b\[\d+[AB]|\x1b[78]/);
  });

  test("get a number of their own each, and high ones are shown in parts", () => {
    const text = showPicture(blank(80, 16 * 50), "tcgfx_a", inTmux, { columns: 80, density: 1 });
    expect(rows(text)).toHaveLength(50);
    const ids = [...text.matchAll(/,i=(\d+),/g)].map(([, id]) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });
});
