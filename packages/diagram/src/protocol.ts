/** What the main thread and the drawing thread say to each other. */
import type { IconPack } from "./icons/iconify.js";

/** How one diagram is drawn. */
export interface DrawOptions {
  /** A theme of Mermaid's; null is what Mermaid chooses for the kind. */
  readonly theme: string | null;
  /** "classic" is how Mermaid drew before version 12; null is what Mermaid chooses for the kind. */
  readonly look: string | null;
  /** Whether what is drawn stands on something dark: with no theme given, the dark counterpart is taken. */
  readonly dark: boolean;
  /** A CSS colour; null is transparent. */
  readonly background: string | null;
  /** For the rasteriser: how many pixels per unit, and at most in all, without a limit for outlines; null is for viewers of SVG. */
  readonly pixels: { readonly scale: number; readonly maxPixels: number } | null;
  /** Width of the page in pixels, which charts without a size of their own fill. */
  readonly pageWidth: number;
  /** A family of this machine; null is the bundled one. */
  readonly fontFamily: string | null;
  readonly maxElements: number;
  readonly maxEdges: number;
  readonly maxCharacters: number;
  /** Packs of the caller with the icons that the source names. */
  readonly iconPacks: readonly IconPack[];
}

/** What stands for the kind where it is not known. */
export const UNKNOWN_KIND = "unknown";

/** How one diagram is drawn as text. */
export interface TextSettings {
  readonly columns: number;
  readonly color: "none" | 16 | 256 | "truecolor";
  /** Whether lines and signs are drawn in ASCII. */
  readonly ascii: boolean;
  /** What is behind the text, where it is known: red, green and blue. */
  readonly background: readonly [number, number, number] | null;
}

/** What every request says. */
interface AnyRequest {
  readonly source: string;
  /** What compiled code is kept for: the kind that the source begins with; `unknownKind` when it is none. */
  readonly kind: string;
  /** Whether a source that is nearly right is mended. */
  readonly repair: boolean;
}

/** A diagram to be drawn as text in the thread. */
export interface TextRequest extends AnyRequest {
  readonly text: TextSettings;
}

/** A picture to be drawn in the thread. */
export interface PictureRequest extends AnyRequest, DrawOptions {}

export type DrawRequest = PictureRequest | TextRequest;

/** Why a diagram was not drawn. */
export type DrawFailure =
  | { readonly reason: "syntax"; readonly message: string; readonly line: number; readonly column: number }
  | { readonly reason: "limit" | "render"; readonly message: string };

/** A self-contained drawing: style inlined, text placed, nothing in it that a viewer could run or fetch. */
export interface FlatDrawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** Pixels per unit, where it is drawn for pixels. */
  readonly scale: number;
  /** The font files that the text needs. */
  readonly fontFiles: readonly string[];
}

/** A picture, as the thread answers. */
export interface PictureResponse extends FlatDrawing {
  readonly diagramType: string;
}

/** A drawing as text, as the thread answers. */
export interface TextResponse {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  readonly complete: boolean;
  readonly diagramType: string;
}

/** What the thread answers. */
export type DrawResponse =
  | ((PictureResponse | TextResponse) & { readonly repairs?: readonly string[] })
  | { readonly failure: DrawFailure };
