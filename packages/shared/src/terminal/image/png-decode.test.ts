import * as fc from "fast-check";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { decodePng } from "./png-decode.js";
import { encodePng } from "./png.js";

const RGB = 2;
const RGBA = 6;
const GREY = 0;

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 24 }),
    height: fc.integer({ min: 1, max: 24 }),
    step: fc.nat(999),
  })
  .map(({ width, height, step }) => {
    const data = new Uint8Array(width * height * 4).map((_, index) => (index * step) >> 3);
    return { width, height, data };
  });

test("reads files as the library does, whatever filter and colours they were written with", () => {
  fc.assert(
    fc.property(
      pictures,
      fc.constantFrom(0, 1, 2, 3, 4),
      fc.constantFrom<0 | 2 | 6>(RGB, RGBA, GREY),
      ({ width, height, data }, filterType, colorType) => {
        const png = new PNG({ width, height });
        png.data = Buffer.from(data);
        const file = PNG.sync.write(png, { filterType, colorType });
        expect(Buffer.from(decodePng(file).data)).toEqual(PNG.sync.read(file).data);
      },
    ),
  );
});

test("reads what we write", () => {
  fc.assert(
    fc.property(pictures, (pixels) => {
      expect(decodePng(encodePng(pixels)).data).toEqual(pixels.data);
    }),
  );
});

test("a file that is cut off or damaged is refused, and never crashes", () => {
  const file = Buffer.from(encodePng({ width: 9, height: 9, data: new Uint8Array(9 * 9 * 4).fill(7) }));
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.nat(255), (at, value) => {
      const damaged = Buffer.from(file);
      damaged[at] = value;
      for (const bytes of [damaged, file.subarray(0, at)]) {
        try {
          decodePng(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }
    }),
  );
  expect(() => decodePng(file.subarray(0, 50))).toThrow();
});
