/** Numbers, colours, transforms and paths in PDF's own words. */
import { IDENTITY, type Matrix } from "../layout/matrix.js";
import { parsePath } from "../layout/path-data.js";

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Far outside of every page, and still written without an exponent, which PDF does not know. */
const LARGEST = 1e9;
const COORDINATE = 1e3;
/** For factors, which coordinates are multiplied by. */
const FACTOR = 1e7;

function rounded(value: number, parts: number): string {
  if (!Number.isFinite(value)) return "0";
  const near = Math.round(Math.min(LARGEST, Math.max(-LARGEST, value)) * parts) / parts;
  return Math.abs(near) < 1e-6 ? (near === 0 ? "0" : near.toFixed(7)) : String(near);
}

/** A length or a place. */
export const number = (value: number): string => rounded(value, COORDINATE);

/** Several of them. */
export const numbers = (values: readonly number[]): string => values.map(number).join(" ");

/** The six numbers of a transform. */
export const matrixNumbers = (matrix: Matrix): string =>
  matrix.map((value, index) => rounded(value, index < 4 ? FACTOR : COORDINATE)).join(" ");

/** A colour as it is written in the drawing, "#rrggbb". */
export function rgb(color: string): Rgb {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

/** SVG's; PDF's own is another one. */
export const USUAL_MITER_LIMIT = 4;

/** The outline of a path as a transform takes it, to be filled or drawn along. */
export function pathOperators(data: string, [a, b, c, d, e, f] = IDENTITY): string {
  const at = (x: number, y: number): string => `${number(a * x + c * y + e)} ${number(b * x + d * y + f)}`;
  let text = "";
  for (const segment of parsePath(data))
    switch (segment.type) {
      case "move":
        text += `${at(segment.x, segment.y)} m\n`;
        break;
      case "line":
        text += `${at(segment.x, segment.y)} l\n`;
        break;
      case "curve":
        text += `${at(segment.x1, segment.y1)} ${at(segment.x2, segment.y2)} ${at(segment.x, segment.y)} c\n`;
        break;
      default:
        text += "h\n";
    }
  return text;
}
