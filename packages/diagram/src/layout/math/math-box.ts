/** Boxes that formulas are made of. */
import type { FaceStyle } from "../../text/bundled-fonts.js";

/** Something to draw in a formula; `x` and `y` count from the start of the baseline, y downwards. */
export type MathPart =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly face: FaceStyle;
      /** How much the glyphs are stretched upwards, from the baseline. */
      readonly stretch: number;
    }
  | {
      readonly kind: "rule";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: "stroke";
      readonly points: readonly (readonly [number, number])[];
      readonly thickness: number;
    };

/** A laid out piece of a formula. It is as high as its ink, so that either side of the baseline may be empty. */
export interface MathBox {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly parts: readonly MathPart[];
}

/** A box that takes room and shows nothing. */
export const emptyBox = (width = 0, ascent = 0, descent = 0): MathBox => ({
  width,
  ascent,
  descent,
  parts: [],
});

/** A part at another place. */
function movePart(part: MathPart, x: number, y: number): MathPart {
  if (part.kind !== "stroke") return { ...part, x: part.x + x, y: part.y + y };
  return { ...part, points: part.points.map(([px, py]) => [px + x, py + y] as const) };
}

/** A box and where its baseline starts. */
export interface PlacedBox {
  readonly box: MathBox;
  readonly x: number;
  /** Downwards from the common baseline. */
  readonly y: number;
}

/** Several boxes as one; as wide as asked, as high as they reach. */
export function combine(
  width: number,
  placed: readonly PlacedBox[],
  extra: readonly MathPart[] = [],
): MathBox {
  if (placed.length === 0) return { ...emptyBox(width), parts: extra };
  return {
    width,
    ascent: Math.max(...placed.map(({ box, y }) => box.ascent - y)),
    descent: Math.max(...placed.map(({ box, y }) => box.descent + y)),
    parts: [...placed.flatMap(({ box, x, y }) => box.parts.map((part) => movePart(part, x, y))), ...extra],
  };
}
