/** Shadows as shapes. */
import { expect, it } from "vitest";
import { StyleResolver } from "../layout/style-resolver.js";
import { blurredRects, plainShadow } from "./drop-shadow.js";

const styles = new StyleResolver(null);
const nothing = (): undefined => undefined;

it("reads a shadow that is written as a function, and nothing else as one", () => {
  expect(plainShadow("drop-shadow(1px -2px 3px #00000080)", nothing, styles)).toEqual({
    dx: 1,
    dy: -2,
    blur: 3,
    color: [0, 0, 0, 128 / 255],
  });
  expect(plainShadow("drop-shadow(1px 2px #000)", nothing, styles)?.blur).toBe(0);
  expect(plainShadow("blur(3px)", nothing, styles)).toBeNull();
  expect(plainShadow("url(#gone)", nothing, styles)).toBeNull();
});

it("blurs a rectangle by rectangles that add up to its colour where all of them lie over each other", () => {
  const sides: Readonly<Record<string, number>> = { x: 10, y: 10, width: 40, height: 20 };
  const shadow = { dx: 0, dy: 0, blur: 2, color: [0, 0, 0, 0.6] } as const;
  const rects = blurredRects((side) => sides[side] ?? 0, new Map([["stroke", "none"]]), shadow);
  const alphas = [...rects.matchAll(/rgba\(0,0,0,([\d.]+)\)/g)].map(([, alpha]) => Number(alpha));
  expect(1 - alphas.reduce((left, alpha) => left * (1 - alpha), 1)).toBeCloseTo(0.6, 2);
  const widths = [...rects.matchAll(/width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  expect([widths[0], widths.at(-1)]).toEqual([expect.closeTo(45.532, 2), expect.closeTo(34.468, 2)]);
});
