/** The fonts of this package. */
import { fileURLToPath } from "node:url";
import { Font } from "./font.js";

const path = (name: string): string => fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url));

/** What is not in the small files with Latin letters (THIRD-PARTY.md says how they were made). */
const BEYOND_LATIN = /[^\t\n -~\u00A0-\u017F\u2010-\u2027\u2030-\u203A\u20AC\u2122\u2212]/;
const BUNDLED_FACES = path("Arimo-").slice(0, -".ttf".length);

/**
 * The files that the rasteriser is given for `text` in these fonts. It reads a file anew for every letter: Latin text
 * is drawn from small ones with the same letters.
 */
export function drawingFiles(fonts: Iterable<Font>, text: string): string[] {
  const isLatin = !BEYOND_LATIN.test(text);
  return Array.from(fonts, ({ file }) =>
    isLatin && file.startsWith(BUNDLED_FACES) ? file.replace(/\.ttf$/, "-Latin.ttf") : file,
  );
}

/** Makes a font on first use: most diagrams need one or two of the faces. */
function lazy(name: string): () => Font {
  let font: Font | undefined;
  return () => (font ??= new Font(path(name)));
}

/** Weight and slope of a run of text. */
export interface FaceStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  /** The letters of formulas. */
  readonly math?: boolean;
  /** Letters of one width. */
  readonly mono?: boolean;
}

const regular = lazy("Arimo-Regular");
const bold = lazy("Arimo-Bold");
const italic = lazy("Arimo-Italic");
const boldItalic = lazy("Arimo-BoldItalic");
const monospace = lazy("DejaVuSansMono");
const mathItalic = lazy("DejaVuMathLetters-Italic");

/** The face of the bundled family (metric-compatible with Arial) for a style. */
export function bundledFace(style: FaceStyle): Font {
  if (style.math) return mathItalic();
  if (style.mono) return monospace();
  if (style.bold) return style.italic ? boldItalic() : bold();
  return style.italic ? italic() : regular();
}

/** Fonts asked in this order for what the main face lacks: symbols and many scripts, then emoji. */
export const BUNDLED_FALLBACKS: readonly (() => Font)[] = [lazy("DejaVuSans"), lazy("NotoEmoji-Regular")];
