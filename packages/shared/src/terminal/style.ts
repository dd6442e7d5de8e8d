import type { ColorLevel } from "./capabilities.js";

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  // The bright one: the other is unreadable on a dark background.
  blue: [94, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

type StyleName = keyof typeof CODES;

/** Wraps text in a style, or leaves it alone where the terminal has no colours. */
export type Style = { readonly enabled: boolean } & Readonly<Record<StyleName, (text: string) => string>>;

/**
 * Makes the styles for a colour level. A style that ends inside another of its kind opens the outer one again,
 * so that nested bold text does not end the bold heading around it.
 */
export function createStyle(level: ColorLevel): Style {
  const enabled = level !== "none";
  const wrap = (name: StyleName) => {
    if (!enabled) return (text: string) => text;
    const [open, close] = CODES[name];
    const start = `\x1b[${open}m`;
    const end = `\x1b[${close}m`;
    return (text: string) => (text === "" ? "" : start + text.replaceAll(end, end + start) + end);
  };
  return {
    enabled,
    bold: wrap("bold"),
    dim: wrap("dim"),
    italic: wrap("italic"),
    underline: wrap("underline"),
    inverse: wrap("inverse"),
    red: wrap("red"),
    green: wrap("green"),
    yellow: wrap("yellow"),
    blue: wrap("blue"),
    magenta: wrap("magenta"),
    cyan: wrap("cyan"),
  };
}
