/** Which characters and which face a token of a formula is shown with. */
import type { Element } from "../../dom/element.js";
import type { FaceStyle } from "../../text/bundled-fonts.js";

const MATH_ITALIC: FaceStyle = { bold: false, italic: true, math: true };
const IN_MATH_FONT =
  /^[A-Za-z\u0131\u0237\u0391-\u03a1\u03a3-\u03a9\u03b1-\u03c9\u03d1\u03d5\u03d6\u03f0\u03f1\u03f4\u03f5∂∇]$/u;
const OLDER_DOUBLE_STRUCK: Readonly<Record<string, string>> = {
  C: "ℂ",
  H: "ℍ",
  N: "ℕ",
  P: "ℙ",
  Q: "ℚ",
  R: "ℝ",
  Z: "ℤ",
};

/** The characters and the face that a token is shown with. */
export function lettersOf(element: Element, bold: boolean): { text: string; face: FaceStyle } {
  const text = element.textContent.replace(/\s+/g, element.localName === "mtext" ? " " : "");
  const variant = element.getAttribute("mathvariant") ?? "";
  if (variant === "double-struck") return { text: doubleStruck(text), face: { bold, italic: false } };
  const single = element.localName === "mi" && Array.from(text).length === 1;
  const italic = variant ? /italic|script|fraktur/.test(variant) : single;
  const face = { bold: bold || variant.includes("bold"), italic };
  return { text, face: italic && !face.bold && IN_MATH_FONT.test(text) ? MATH_ITALIC : face };
}

function doubleStruck(text: string): string {
  return text.replace(/[A-Za-z0-9]/g, (char) => {
    if (Object.hasOwn(OLDER_DOUBLE_STRUCK, char)) return OLDER_DOUBLE_STRUCK[char] ?? char;
    const code = char.charCodeAt(0);
    if (code < 65) return String.fromCodePoint(0x1d7d8 + code - 48);
    return String.fromCodePoint(code < 97 ? 0x1d538 + code - 65 : 0x1d552 + code - 97);
  });
}
