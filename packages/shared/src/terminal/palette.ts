/** The colours of text, chosen by what is behind it so that they can be read there. */
import type { Rgb } from "./image/picture.js";

/** What is behind the text. Where nothing is known, colours are taken that can be read on black and on white. */
export type Shade = "dark" | "light" | "unknown";

/** Whether a background is dark or light; `unknown` where nobody told. */
export const shadeOf = (background: Rgb | undefined): Shade => {
  if (!background) return "unknown";
  const [red, green, blue] = background;
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
};

export const COLOURS = ["red", "green", "yellow", "blue", "magenta", "cyan", "grey"] as const;
export type Colour = (typeof COLOURS)[number];

/** Of the 256 colours only the upper 240 are used: the terminal's owner cannot have changed those. */
export const INDEXED: Readonly<Record<Shade, Readonly<Record<Colour, number>>>> = {
  dark: { red: 210, green: 114, yellow: 221, blue: 111, magenta: 177, cyan: 80, grey: 247 },
  light: { red: 160, green: 22, yellow: 94, blue: 26, magenta: 127, cyan: 23, grey: 242 },
  unknown: { red: 131, green: 29, yellow: 131, blue: 63, magenta: 163, cyan: 29, grey: 243 },
};

/**
 * Codes for terminals with sixteen colours, whose look is the terminal's own affair. `1` is bold, `2` faint, `39` the colour of
 * all text. On white only red, blue and magenta can be read, and none of the sixteen on black and on white.
 */
export const BASIC: Readonly<Record<Shade, Readonly<Record<Colour, number>>>> = {
  dark: { red: 91, green: 92, yellow: 93, blue: 96, magenta: 95, cyan: 96, grey: 2 },
  light: { red: 31, green: 34, yellow: 35, blue: 34, magenta: 35, cyan: 34, grey: 2 },
  unknown: { red: 1, green: 1, yellow: 39, blue: 39, magenta: 1, cyan: 1, grey: 2 },
};

const LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** The nearest of the 6x6x6 cube and the 24 greys of the 256 colours. */
export function nearestIndexed(colour: Rgb): number {
  const steps = colour.map((value) => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40)));
  const cube = steps.map((step) => LEVELS[step] ?? 255);
  const mean = colour.reduce((sum, value) => sum + value, 0) / 3;
  const greyStep = Math.min(23, Math.max(0, Math.round((mean - 8) / 10)));
  const grey = 8 + greyStep * 10;
  const away = (candidate: number[]) =>
    candidate.reduce((sum, value, index) => sum + (value - (colour[index] ?? 0)) ** 2, 0);
  if (away([grey, grey, grey]) < away(cube)) return 232 + greyStep;
  return 16 + (steps[0] ?? 0) * 36 + (steps[1] ?? 0) * 6 + (steps[2] ?? 0);
}
