/** Outlines that no drawing has. */
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { writePdf } from "./write-pdf.js";

const page = (content: string, size = 40): ReturnType<typeof writePdf> =>
  writePdf(`<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`, () => {
    throw new Error("no pixels here");
  });

function contentOf(data: Uint8Array): string {
  const file = Buffer.from(data);
  return inflateSync(file.subarray(file.lastIndexOf("\nstream\n") + 8)).toString();
}

it.each([
  '<path fill="#000000" d="M NaN 1 L 2 NaN Z"/>',
  '<path fill="#000000" d="M 0 0 L 1e30 -1e30 L inf 1e-30"/>',
  '<path fill="#nothex" stroke="#1" stroke-width="NaN" stroke-dasharray="NaN -1 0 0" d="M 0 0 L 1 1"/>',
  '<g transform="matrix(NaN 0 0 1 1e300 1e-9)" opacity="NaN"><path d="M 0 0 L 1 1 Z"/></g>',
  '<g opacity="0.5"><path d=""/></g>',
])("numbers that are none, and giant ones, leave a page that can be read: %s", (content) => {
  const text = contentOf(page(content).data);
  expect(text).toMatch(/^[-\d. \n[\]a-zA-Z*/]*$/);
  expect(text).not.toMatch(/NaN|Infinity|undefined|\d[eE][-+]?\d/);
  expect(text.match(/^q$/gm)?.length).toBe(text.match(/^Q$/gm)?.length);
});

it("a drawing that is larger than a page may be is made smaller", () => {
  expect(page("", 100_000)).toMatchObject({ width: 14_400, height: 14_400 });
});

it("what is no drawing is refused", () => {
  expect(() => writePdf("<html>", () => ({ data: Buffer.alloc(0), width: 0, height: 0 }))).toThrow(
    "cannot be read",
  );
});
