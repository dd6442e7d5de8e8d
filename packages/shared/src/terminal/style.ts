/** Styled text for a terminal with so many colours on a background of this shade. */
import type { ColorLevel } from "./capabilities.js";
import type { Rgb } from "./image/picture.js";
import { BASIC, type Colour, INDEXED, nearestIndexed, type Shade } from "./palette.js";

const ATTRIBUTES = {
  bold: [1, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  strike: [9, 29],
} as const;

type Attribute = keyof typeof ATTRIBUTES;
export type Paint = (text: string) => string;

/** Wraps text in a style, or leaves it alone where the terminal has no colours. `dim` is what matters less. */
export type Style = { readonly enabled: boolean; readonly rgb: (colour: Rgb) => Paint } & Readonly<
  Record<Attribute | Exclude<Colour, "grey"> | "dim", Paint>
>;

/**
 * Makes the styles. One that ends inside another of its kind opens the outer one again, so that nested bold text does
 * not end the bold heading around it. Without colours there are still bold, italic and underlined text.
 */
export function createStyle(level: ColorLevel, shade: Shade = "unknown", hasColours = true): Style {
  const enabled = level !== "none";
  const wrap = (open: string, close: number): Paint => {
    if (!enabled) return (text) => text;
    const start = `\x1b[${open}m`;
    const end = `\x1b[${close}m`;
    return (text) => {
      if (text === "") return "";
      return start + (text.includes(end) ? text.replaceAll(end, end + start) : text) + end;
    };
  };
  const attribute = (name: Attribute) => wrap(String(ATTRIBUTES[name][0]), ATTRIBUTES[name][1]);
  const colour = (name: Colour): Paint => {
    if (!hasColours) return (text) => text;
    if (level !== "ansi16") return wrap(`38;5;${INDEXED[shade][name]}`, 39);
    const code = BASIC[shade][name];
    if (code === 39) return (text) => text;
    return wrap(String(code), code <= 2 ? 22 : 39);
  };
  return {
    enabled,
    bold: attribute("bold"),
    italic: attribute("italic"),
    underline: attribute("underline"),
    inverse: attribute("inverse"),
    strike: attribute("strike"),
    dim: colour("grey"),
    red: colour("red"),
    green: colour("green"),
    yellow: colour("yellow"),
    blue: colour("blue"),
    magenta: colour("magenta"),
    cyan: colour("cyan"),
    rgb: (rgb) => {
      if (level === "ansi16" || !hasColours) return (text) => text;
      return wrap(level === "truecolor" ? `38;2;${rgb.join(";")}` : `38;5;${nearestIndexed(rgb)}`, 39);
    },
  };
}
