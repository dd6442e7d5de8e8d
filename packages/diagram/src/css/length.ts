/** Lengths of CSS. */

const UNIT_PATTERN = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|rem|em|%|pt|ex|ch|mm|cm|in)?/i;
const LETTER_A = 65;
const KEYWORDS: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
};

/** A CSS length in pixels; `em` is the font size and `whole` what a percentage is taken of. Unreadable: 0. */
export function toPixels(source: string | number, em = 16, whole = 0): number {
  const text = String(source).trim();
  const plain = Number(text);
  // Most have no unit. A letter in second place is no decimal number: 0x10.
  if (Number.isFinite(plain) && !(text.charCodeAt(1) >= LETTER_A)) return plain;
  const match = UNIT_PATTERN.exec(text);
  if (!match) return 0;
  const value = Number(match[1]);
  switch (match[2]?.toLowerCase()) {
    case "rem":
      return value * 16;
    case "em":
      return value * em;
    case "%":
      return (value / 100) * whole;
    case "pt":
      return (value * 4) / 3;
    case "ex":
      return value * em * 0.5283;
    case "ch":
      return value * em * 0.5;
    case "mm":
      return (value * 96) / 25.4;
    case "cm":
      return (value * 96) / 2.54;
    case "in":
      return value * 96;
    default:
      return value;
  }
}

/** A font size in pixels; what is not readable keeps the parent's size. */
export function fontSizeToPixels(source: string, parent: number): number {
  const text = source.trim();
  if (text === "smaller") return parent / 1.2;
  if (text === "larger") return parent * 1.2;
  if (Object.hasOwn(KEYWORDS, text)) return KEYWORDS[text] ?? parent;
  if (!UNIT_PATTERN.test(text)) return parent;
  return toPixels(text, parent, parent);
}
