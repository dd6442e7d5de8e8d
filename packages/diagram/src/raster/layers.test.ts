/** Pictures inside of pictures. */
import { expect, it } from "vitest";
import { checkMemory, layersOf } from "./layers.js";

const nested = (depth: number): string =>
  `<svg>${'<g style="opacity:0.5;">'.repeat(depth)}<rect/>${"</g>".repeat(depth)}</svg>`;

it.each([
  ["<svg><g><rect/></g></svg>", 0],
  ['<svg><g opacity="0.5"><rect/></g><g style="filter:url(#a);"><rect style="opacity:.2"/></g></svg>', 2],
  ['<svg><g style="opacity:1;fill-opacity:0.5;"><text>&lt;g style="opacity:0"</text></g></svg>', 0],
  [nested(7), 7],
])("counts those that are open at one time: %s", (svg, layers) => {
  expect(layersOf(svg)).toBe(layers);
});

it("refuses more of them than memory should be taken for, in words", () => {
  expect(() => checkMemory(nested(9), 24_000_000)).not.toThrow();
  expect(() => checkMemory(nested(200), 24_000_000)).toThrow(
    /24 million pixels in 200 layers need more than/,
  );
});
