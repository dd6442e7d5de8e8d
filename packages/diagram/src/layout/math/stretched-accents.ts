/** Accents as wide as what they stand over. */
import type { MathBox, MathPart } from "./math-box.js";
import type { MathMetrics } from "./math-metrics.js";

type Corner = readonly [number, number];

/** The strokes of an accent, counted from its left upper corner. */
function shapeOf(accent: string, width: number, height: number): readonly (readonly Corner[])[] | null {
  const middle = height / 2;
  const right: readonly Corner[] = [
    [width - middle, 0],
    [width, middle],
    [width - middle, height],
  ];
  const left: readonly Corner[] = [
    [middle, 0],
    [0, middle],
    [middle, height],
  ];
  const line: readonly Corner[] = [
    [0, middle],
    [width, middle],
  ];
  switch (accent) {
    case "‾":
    case "¯":
    case "_":
    case "―":
      return [line];
    case "→":
    case "\u20d7":
      return [line, right];
    case "←":
    case "\u20d6":
      return [line, left];
    case "↔":
      return [line, left, right];
    case "⏞":
      return [brace(width, height)];
    case "⏟":
      return [brace(width, height).map(([x, y]) => [x, height - y] as const)];
    default:
      return null;
  }
}

/** A brace whose tip points upwards. */
function brace(width: number, height: number): readonly Corner[] {
  const turn = Math.min(height, width / 4);
  const half: readonly Corner[] = [
    [0, height],
    [turn * 0.3, height * 0.6],
    [turn, height / 2],
    [width / 2 - turn * 0.7, height / 2],
    [width / 2 - turn * 0.2, height * 0.35],
    [width / 2, 0],
  ];
  return [...half, ...half.toReversed().map(([x, y]) => [width - x, y] as const)];
}

/** An accent that is drawn as wide as what it belongs to; null for one that is a letter of its own. */
export function stretchedAccent(accent: string, width: number, { size, rule }: MathMetrics): MathBox | null {
  const height = /[‾¯_―]/.test(accent) ? rule : size * 0.26;
  const reach = Math.max(width, size * 0.4);
  const strokes = shapeOf(accent, reach, height);
  if (!strokes) return null;
  const parts = strokes.map((points): MathPart => ({
    kind: "stroke",
    points: points.map(([x, y]) => [x, y - height] as const),
    thickness: rule * 0.8,
  }));
  return { width: reach, ascent: height, descent: 0, parts };
}
