/** Pictures made of half blocks and colours. */
import { nearestIndexed } from "../palette.js";
import type { ImageEncoder } from "./encoder.js";
import type { Pixels } from "./pixels.js";
import { flatten, shrink } from "./resize.js";

const RESET = "\x1b[0m";

/**
 * `halfblock`: two pixels per cell, drawn with the upper half block. Works wherever colours do. Lines are
 * ended by a newline and carry no colour over; cells that are transparent keep the terminal's background.
 */
export const encodeHalfblock: ImageEncoder = (picture, options) => {
  const width = Math.min(options.placement.columns, picture.width);
  const height = Math.min(options.placement.rows * 2, picture.height);
  const pixels = flatten(shrink(picture.pixels, width, height), options.background ?? [0, 0, 0]);
  const colour = options.truecolor === false ? paletteColour : trueColour;
  let text = "";
  for (let y = 0; y < height; y += 2) text += `${line(pixels, y, colour)}\n`;
  return text;
};

function line(pixels: Pixels, y: number, colour: (rgb: number) => string): string {
  let text = "";
  let foreground = -1;
  let background = -1;
  for (let x = 0; x < pixels.width; x += 1) {
    const top = colourAt(pixels, x, y);
    const bottom = colourAt(pixels, x, y + 1);
    // With a transparent half, the other half is drawn in the foreground over the default background.
    const front = top < 0 ? bottom : top;
    const back = top < 0 ? -1 : bottom;
    const same = front === back;
    if (back !== background) {
      text += back < 0 ? "\x1b[49m" : `\x1b[48;${colour(back)}m`;
      background = back;
    }
    if (front >= 0 && !same && front !== foreground) {
      text += `\x1b[38;${colour(front)}m`;
      foreground = front;
    }
    text += front < 0 || same ? " " : top < 0 ? "▄" : "▀";
  }
  return text + RESET;
}

/** The colour as one number, or -1 where the picture is transparent or has ended. */
function colourAt({ width, height, data }: Pixels, x: number, y: number): number {
  if (y >= height) return -1;
  const index = (y * width + x) * 4;
  if (data[index + 3] === 0) return -1;
  return (data[index]! << 16) | (data[index + 1]! << 8) | data[index + 2]!;
}

const trueColour = (rgb: number) => `2;${rgb >> 16};${(rgb >> 8) & 255};${rgb & 255}`;

const paletteColour = (rgb: number) => `5;${nearestIndexed([rgb >> 16, (rgb >> 8) & 255, rgb & 255])}`;
