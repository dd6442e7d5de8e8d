/** The characters of a drawing: lines by the sides they touch, and what stands for each sign in plain ASCII. */

/** The four sides of a cell, as bits of a line's mask; in the order of directions 0 to 3. */
export const UP = 1;
export const RIGHT = 2;
export const DOWN = 4;
export const LEFT = 8;

/** How a line looks. */
export type Weight = "light" | "heavy" | "double";

const LINES: Readonly<Record<Weight, readonly string[]>> = {
  light: Array.from(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"),
  heavy: Array.from(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"),
  double: Array.from(" ║═╚║║╔╠═╝═╩╗╣╦╬"),
};
const ROUNDED: ReadonlyMap<number, string> = new Map([
  [UP | RIGHT, "╰"],
  [RIGHT | DOWN, "╭"],
  [UP | LEFT, "╯"],
  [DOWN | LEFT, "╮"],
]);

/** The bits of a mask. */
export const sidesOf = (mask: number): number =>
  (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);

/** The character of a line. */
export function lineGlyph(mask: number, weight: Weight, dash: boolean, round: boolean): string {
  if (dash && weight !== "double") {
    if (mask === (LEFT | RIGHT)) return weight === "heavy" ? "╍" : "╌";
    if (mask === (UP | DOWN)) return weight === "heavy" ? "╏" : "╎";
  }
  if (weight === "light" && round) {
    const corner = ROUNDED.get(mask);
    if (corner) return corner;
  }
  return LINES[weight][mask] ?? " ";
}

/** The same in ASCII. */
export function asciiLine(mask: number, weight: Weight, dash: boolean): string {
  if ((mask & (LEFT | RIGHT)) === 0) return dash ? ":" : weight === "light" ? "|" : "#";
  if ((mask & (UP | DOWN)) === 0) return dash ? "." : weight === "light" ? "-" : "=";
  return "+";
}

const ASCII: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "▲": "^", "►": ">", "▼": "v", "◄": "<", "△": "^", "▷": ">", "▽": "v", "◁": "<", "◆": "*", "◇": "o",
    "●": "*", "○": "o", "◉": "@", "✕": "x", "⊕": "+", "∨": "v", "∧": "^", "╫": "H", "╪": "H", "┼": "+",
    "╱": "/", "╲": "\\", "▬": "=", "┃": "#", "█": "#", "▓": "#", "▒": "=", "░": "-", "■": "#", "□": ".",
    "▌": "#", "▐": "#", "▀": "#", "▄": "#", "│": "|", "─": "-", "├": "+", "└": "`", "┬": "+", "┤": "+",
    "╌": ".", "═": "=", "━": "=", "╞": "+", "╰": "`", "▸": ">", "·": ".", "•": "*", "…": "~", "↑": "^",
    "→": ">", "←": "<", "↔": "-", "«": "<", "»": ">", "‹": "<", "›": ">", "◥": "+", "∎": "#", "╎": ":",
    "▏": "|", "▎": "|", "▍": "#", "▋": "#", "▊": "#", "▉": "#", "▁": ".", "▂": ".", "▃": "-", "▅": "#",
    "▆": "#", "▇": "#", "⟪": "[", "⟫": "]", "┐": "+", "┘": "+", "┌": "+", "┴": "+", "↓": "v", "↳": "`",
    "◯": "O", "☻": "@", "▾": "v", "×": "x", "★": "*", "☆": ".",
  }),
); // oxfmt-ignore

/** What stands for a drawn sign in ASCII. */
export function asciiSign(glyph: string): string {
  const known = ASCII.get(glyph);
  if (known !== undefined) return known;
  const code = glyph.codePointAt(0) ?? 32;
  if (code < 0x7f) return glyph;
  return code >= 0x2800 && code <= 0x28ff ? "." : "?";
}

/** The braille pattern with these dots. */
export const brailleGlyph = (dots: number): string => String.fromCodePoint(0x2800 + dots);
