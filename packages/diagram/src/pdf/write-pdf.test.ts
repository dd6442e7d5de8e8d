/** Outlines that no drawing has. */
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { writePdf } from "./write-pdf.js";

function pdfOf(svg: string): ReturnType<typeof writePdf> {
  const pixels = (): never => {
    throw new Error("no pixels here");
  };
  return writePdf({ outlines: svg, svg, widthOf: () => 0.5, pixels });
}

const page = (content: string, size = 40): ReturnType<typeof writePdf> =>
  pdfOf(`<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`);

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

it("more characters than a font has are in several, and words from right to left stand as they are seen", () => {
  const many = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x1d400 + index)).join("");
  const { data } = page(
    `<g transform="matrix(2 0 0 2 1 1)"><text x="3" y="4" style="font-size:9px;">ab &lt;ab</text></g><text x="0" y="0">${many}</text><text x="0" y="0">אב 12</text><defs><text>no</text></defs>`,
  );
  const text = contentOf(data);
  expect(text).toContain("2 0 0 -2 7 9 Tm\n/F1 9 Tf <000102030001> Tj\n");
  expect(text).toMatch(/<[\da-f]+> Tj\n\/F2 16 Tf <[\da-f]+> Tj\n/);
  // "12 בא"
  expect(text).toMatch(/\/F2 16 Tf <(..)(..)> Tj\n\/F1 16 Tf <02> Tj\n\/F2 16 Tf <(..)(..)> Tj\nET\n$/);
});

it("what is no drawing is refused", () => {
  expect(() => pdfOf("<html>")).toThrow("cannot be read");
});
