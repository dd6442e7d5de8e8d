/** The fonts of this package. */
import { fileURLToPath } from "node:url";
import { Font } from "./font.js";

const path = (name: string): string => fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url));

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
