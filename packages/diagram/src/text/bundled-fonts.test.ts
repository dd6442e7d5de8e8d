/** The small files of Latin letters: the same letters as in the whole ones. */
import { expect, it } from "vitest";
import { bundledFace, drawingFiles } from "./bundled-fonts.js";
import { Font } from "./font.js";

const LATIN = Array.from({ length: 0x2212 }, (_, index) => index + 1).filter((code) =>
  drawingFiles([bundledFace({ bold: false, italic: false })], String.fromCodePoint(code))[0]?.includes(
    "-Latin",
  ),
);

it.each([
  { bold: false, italic: false },
  { bold: true, italic: false },
  { bold: false, italic: true },
  { bold: true, italic: true },
])("Latin text is as wide, as high and as close in the small file: %o", (style) => {
  const whole = bundledFace(style);
  const [file = ""] = drawingFiles([whole], "Latin");
  const small = new Font(file);
  expect(file).not.toBe(whole.file);
  const measures = (font: Font): unknown[] => [
    [font.family, font.unitsPerEm, font.ascent, font.descent, font.lineGap],
    LATIN.map((code) => {
      const glyph = font.glyphOf(code);
      return (
        glyph && [
          code,
          font.advance(glyph),
          font.verticalExtent(glyph),
          font.kern(glyph, font.glyphOf(0x56)),
          font.kern(font.glyphOf(0x41), glyph),
        ]
      );
    }),
  ];
  expect(measures(small)).toEqual(measures(whole));
});

it("one letter beyond Latin takes the whole files, and files of the system stay", () => {
  const face = bundledFace({ bold: false, italic: false });
  expect(drawingFiles([face], "Ελλάδα")).toEqual([face.file]);
  const mono = bundledFace({ bold: false, italic: false, mono: true });
  expect(drawingFiles([mono], "Latin")).toEqual([mono.file]);
});
