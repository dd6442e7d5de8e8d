/** Fractions, roots, scripts and limits, put together from boxes. */
import { combine, type MathBox, type PlacedBox } from "./math-box.js";
import type { MathMetrics } from "./math-metrics.js";

/** One box over another with a line between them, or without one when `bare`. */
export function fraction(
  top: MathBox,
  bottom: MathBox,
  metrics: MathMetrics,
  { display, bare }: { readonly display: boolean; readonly bare: boolean },
): MathBox {
  const { rule, axis } = metrics;
  const padding = 1;
  const width = Math.max(top.width, bottom.width) + 2 * padding;
  // Half a line and the room beyond it; as much without one.
  const gap = rule * (display ? 3.5 : 1.5);
  return combine(
    width,
    [
      { box: top, x: (width - top.width) / 2, y: -(axis + gap + top.descent) },
      { box: bottom, x: (width - bottom.width) / 2, y: gap - axis + bottom.ascent },
    ],
    bare ? [] : [{ kind: "rule", x: padding, y: -axis - rule / 2, width: width - 2 * padding, height: rule }],
  );
}

const SURD_WIDTH = 0.549;
const SURD_HEIGHT = 0.88;

/** A root; the hook and the line are one stroke, as high as the content needs. */
export function radical(
  content: MathBox,
  index: MathBox | null,
  metrics: MathMetrics,
  display: boolean,
): MathBox {
  const { size, rule, xHeight, em } = metrics;
  const gap = display ? rule + xHeight / 4 : rule * 1.25;
  const before = index ? (em * 5) / 18 : 0;
  const hook = before + (index ? Math.max(0, index.width - (em * 10) / 18) : 0);
  const start = hook + SURD_WIDTH * size;
  const line = content.ascent + gap + rule / 2;
  const width = start + content.width;
  const foot = Math.max(content.descent, SURD_HEIGHT * size - content.ascent - gap - rule);
  const tick = foot - (line + foot) * 0.42;
  const points = [
    [hook + size * 0.04, tick + size * 0.06],
    [hook + size * 0.15, tick],
    [hook + size * 0.3, foot - rule / 2],
    [start - size * 0.02, -line],
    [width, -line],
  ] as const;
  const placed: PlacedBox[] = [{ box: content, x: start, y: 0 }];
  const raise = 0.64 * (line + foot) - foot;
  if (index) placed.push({ box: index, x: before, y: -(raise + index.descent) });
  const box = combine(width, placed, [{ kind: "stroke", points, thickness: rule }]);
  return {
    ...box,
    ascent: Math.max(box.ascent, content.ascent + gap + 2 * rule),
    descent: Math.max(box.descent, foot),
  };
}

/** A base with a subscript and a superscript at its right. */
export function scripts(
  base: MathBox,
  sub: MathBox | null,
  superscript: MathBox | null,
  { xHeight, size, em }: MathMetrics,
): MathBox {
  const gapMin = em / 5;
  let down = sub ? Math.max(size / 3, base.descent + xHeight / 2, sub.ascent - xHeight * 0.8) : 0;
  let up = superscript ? Math.max(xHeight, base.ascent - xHeight / 2, superscript.descent + xHeight / 4) : 0;
  if (sub && superscript) {
    let missing = gapMin - (down - sub.ascent + up - superscript.descent);
    if (missing > 0) {
      const raise = Math.min(missing, Math.max(0, xHeight * 0.8 - (up - superscript.descent)));
      up += raise;
      missing -= raise;
      down += missing;
    }
  }
  const placed: PlacedBox[] = [{ box: base, x: 0, y: 0 }];
  if (superscript) placed.push({ box: superscript, x: base.width, y: -up });
  if (sub) placed.push({ box: sub, x: base.width, y: down });
  const extra = Math.max(sub?.width ?? 0, superscript?.width ?? 0);
  return combine(base.width + extra + Math.floor(em / 5), placed);
}

/** A base with something centred under and over it, `gap` away. */
export function stacked(
  base: MathBox,
  under: MathBox | null,
  over: MathBox | null,
  gap: number,
  edge: number,
): MathBox {
  const width = Math.max(base.width, under?.width ?? 0, over?.width ?? 0);
  const centre = (box: MathBox): number => (width - box.width) / 2;
  const placed = [{ box: base, x: centre(base), y: 0 }];
  if (over) placed.push({ box: over, x: centre(over), y: -(base.ascent + gap + over.descent) });
  if (under) placed.push({ box: under, x: centre(under), y: base.descent + gap + under.ascent });
  const box = combine(width, placed);
  return { ...box, ascent: box.ascent + (over ? edge : 0), descent: box.descent + (under ? edge : 0) };
}

/** Cells in rows and columns, the whole centred on the axis. */
export function table(
  rows: readonly (readonly MathBox[])[],
  { columnalign, columnspacing }: { readonly columnalign: string; readonly columnspacing: string },
  { size, xHeight, axis }: MathMetrics,
): MathBox {
  const [paddingX, paddingY] = [size * 0.4, xHeight / 2];
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => row[column]?.width ?? 0)),
  );
  const align = columnalign.split(/\s+/);
  const spacing = columnspacing.split(/\s+/);
  const placed: PlacedBox[] = [];
  let y = 0;
  for (const row of rows) {
    const ascent = Math.max(0, ...row.map((cell) => cell.ascent));
    const descent = Math.max(0, ...row.map((cell) => cell.descent));
    let x = paddingX;
    for (const [column, cell] of row.entries()) {
      const slack = (widths[column] ?? 0) - cell.width;
      const side = align[column] ?? align.at(-1);
      const indent = side === "left" ? 0 : side === "right" ? slack : slack / 2;
      placed.push({ box: cell, x: x + indent, y: y + paddingY + ascent });
      x += (widths[column] ?? 0) + gapAfter(column, spacing) * paddingX * 2;
    }
    y += ascent + descent + 2 * paddingY;
  }
  const gaps = widths.slice(1).reduce((sum, _, column) => sum + gapAfter(column, spacing), 0);
  const width = widths.reduce((sum, one) => sum + one, 0) + (gaps + 1) * paddingX * 2;
  const shift = y / 2 + axis;
  const box = combine(
    width,
    placed.map((one) => ({ ...one, y: one.y - shift })),
  );
  return { ...box, ascent: shift, descent: y - shift };
}

/** Between columns that belong together, as around the signs of aligned equations, there is no gap. */
function gapAfter(column: number, spacing: readonly string[]): 0 | 1 {
  return /^0(?:\.0*)?(?:em|ex|px)?$/.test(spacing[column] ?? spacing.at(-1) ?? "") ? 0 : 1;
}
