/** Boxes fill the whole, overlap nowhere, and are as large as their values. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { squarify } from "./squarify.js";

it("boxes share the whole in proportion", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 100 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 60, max: 140 }),
      fc.integer({ min: 24, max: 40 }),
      (values, right, bottom) => {
        const boxes = squarify(values, { left: 0, top: 0, right, bottom });
        const sizes = boxes.map((box) => (box.right - box.left) * (box.bottom - box.top));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(right * bottom);
        const total = values.reduce((sum, value) => sum + value, 0);
        for (const [index, { left, top, right: to, bottom: end }] of boxes.entries()) {
          // A line is a whole cell off at most, on each side.
          const exact = (right * bottom * (values[index] ?? 0)) / total;
          expect(Math.abs((sizes[index] ?? 0) - exact)).toBeLessThanOrEqual(to - left + end - top + 2);
          for (const [other, box] of boxes.entries())
            if (other !== index)
              expect(box.right <= left || to <= box.left || box.bottom <= top || end <= box.top).toBe(true);
        }
      },
    ),
    { numRuns: 100 },
  );
});
