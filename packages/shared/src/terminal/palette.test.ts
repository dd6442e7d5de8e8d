/** Whether every colour of text can be read on what is behind it: contrast of at least 4.5 to 1, as WCAG reckons it. */
import { expect, test } from "vitest";
import { BASIC, COLOURS, INDEXED, shadeOf } from "./palette.js";

const LEVELS = [0, 95, 135, 175, 215, 255];

function indexedColour(index: number): number[] {
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + 10 * (index - 232));
  const cube = index - 16;
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => LEVELS[step] ?? NaN);
}

const hex = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** xterm's own colours, without the greys. */
const XTERM: Readonly<Record<number, string>> = {
  31: "#cd0000",
  32: "#00cd00",
  33: "#cdcd00",
  34: "#0000ee",
  35: "#cd00cd",
  36: "#00cdcd",
  91: "#ff0000",
  92: "#00ff00",
  93: "#ffff00",
  94: "#5c5cff",
  95: "#ff00ff",
  96: "#00ffff",
};

function luminance(colour: readonly number[]): number {
  const [red = NaN, green = NaN, blue = NaN] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [low = NaN, high = NaN] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const BACKGROUNDS = {
  dark: ["#000000", "#1e1e1e", "#282c34", "#002b36", "#1e1e2e", "#300a24", "#2e3440", "#282a36", "#1d1f21"],
  light: ["#ffffff", "#fdf6e3", "#f8f8f8", "#eff1f5", "#fafafa", "#fbf1c7"],
  unknown: ["#000000", "#ffffff"],
} as const;

for (const shade of ["dark", "light", "unknown"] as const) {
  test.each(COLOURS)(`${shade}: %s of the 256 colours`, (colour) => {
    for (const background of BACKGROUNDS[shade]) {
      expect(contrast(indexedColour(INDEXED[shade][colour]), hex(background))).toBeGreaterThanOrEqual(4.5);
    }
  });
}

test.each(["dark", "light"] as const)("%s: the sixteen colours of xterm", (shade) => {
  for (const colour of COLOURS) {
    const code = BASIC[shade][colour];
    if (code === 2) continue;
    const background = shade === "dark" ? "#000000" : "#ffffff";
    expect(contrast(hex(XTERM[code] ?? ""), hex(background))).toBeGreaterThanOrEqual(4.5);
  }
});

test("none of the sixteen colours can be read on black and on white, so none is used where nothing is known", () => {
  for (const colour of Object.values(XTERM)) {
    const worst = Math.min(
      ...BACKGROUNDS.unknown.map((background) => contrast(hex(colour), hex(background))),
    );
    expect(worst).toBeLessThan(4.5);
  }
  const [bold, faint, ofText] = [1, 2, 39];
  for (const colour of COLOURS) expect([bold, faint, ofText]).toContain(BASIC.unknown[colour]);
});

test.each([
  [[0, 43, 54], "dark"],
  [[253, 246, 227], "light"],
  [undefined, "unknown"],
] as const)("a background of %j is %s", (background, shade) => expect(shadeOf(background)).toBe(shade));
