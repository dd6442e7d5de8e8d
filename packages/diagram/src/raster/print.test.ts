/** Drawings as PDF, read again. */
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { print } from "./print.js";
import * as rasterizer from "./rasterize.js";

const SIZE = 20;

function pdfOf(content: string, scale = 2): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">${content}</svg>`;
  const drawing = { svg, width: SIZE, height: SIZE, scale: 64, fontFiles: [] };
  return Buffer.from(print(drawing, { scale, maxPixels: 1e6 }, rasterizer).data);
}

/** The objects of a file, found through its table, with what they have packed. */
function objectsOf(file: Buffer): { about: string; data: Buffer }[] {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString("latin1"))?.[1]);
  const [, count, ...lines] = file.subarray(start).toString("latin1").split("\n");
  const places = lines.filter((line) => line.endsWith(" n "));
  expect(count).toBe(`0 ${places.length + 1}`);
  return places.map((place, index) => {
    const object = file.subarray(Number.parseInt(place, 10));
    const text = object.toString("latin1");
    expect(text.startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    const data = text.indexOf("stream\n") + "stream\n".length;
    const about = text.slice(0, Math.min(data, text.indexOf("endobj")));
    const length = /\/Length (\d+)/.exec(about)?.[1];
    return {
      about,
      data: length ? inflateSync(object.subarray(data, data + Number(length))) : Buffer.alloc(0),
    };
  });
}

/** All that is drawn and said, in one text; pictures by what is said of them. */
const textOf = (file: Buffer): string =>
  objectsOf(file)
    .map(({ about, data }) => about + (about.includes("/Image") ? "" : data.toString("latin1")))
    .join("\n");

const SHADOW =
  '<filter id="f"><feDropShadow dx="2" dy="1" stdDeviation="0" flood-color="#0000ff" flood-opacity="0.5"/></filter>';
const GRADIENT =
  '<linearGradient id="g"><stop offset="0" stop-color="#ff0000"/><stop offset="0.5" stop-color="#00ff00"/><stop offset="1" stop-color="#0000ff"/></linearGradient>';
const RECT = '<rect x="2" y="4" width="8" height="6"';

it.each([
  ["an area", `${RECT} fill="#ff0000"/>`, ["1 0 0 rg\n2 4 m\n10 4 l\n10 10 l\n2 10 l\nh\nf\n"]],
  [
    "a line",
    '<path d="M 1 1 Q 1 7 7 7" fill="none" stroke="#00ff00" stroke-width="3" stroke-dasharray="4 2" stroke-linecap="round" stroke-linejoin="bevel"/>',
    ["q\n1 J\n2 j\n[4 2] 0 d\n0 1 0 RG\n3 w\n1 1 m\n1 5 3 7 7 7 c\nS\nQ\n"],
  ],
  ["an area with a line", `${RECT} fill="#ff0000" stroke="#000000"/>`, ["1 w\n", "h\nB\n"]],
  [
    "a sheer area with a line, one over the other",
    `${RECT} fill="#ff0000" fill-opacity="0.5" stroke="#000000"/>`,
    ["/E1 << /ca 0.5 /CA 1 >>", "q\n/E1 gs\n", "h\nf\n", "h\nS\nQ\n"],
  ],
  [
    "a sheer group, as one",
    `<g opacity="0.5">${RECT}/><circle r="9"/></g>`,
    [
      "/Subtype /Form /BBox [-9 -9 10 10] /Group << /S /Transparency /I true >>",
      "<< /ca 0.5 /BM /Normal >>",
      " gs\n/X1 Do\n",
    ],
  ],
  [
    "a group that darkens what is below",
    `<g style="mix-blend-mode:color-burn">${RECT}/></g>`,
    ["/BM /ColorBurn"],
  ],
  [
    "a group that is moved and cut out",
    `<clipPath id="c"><path clip-rule="evenodd" d="M 0 0 L 5 0 L 5 5 Z"/></clipPath><g transform="translate(3 2)" clip-path="url(#c)">${RECT}/></g>`,
    ["q\n1 0 0 1 3 2 cm\n", "0 0 m\n5 0 l\n5 5 l\nh\nW* n\n"],
  ],
  [
    "a gradient along a box",
    `<defs>${GRADIENT}</defs>${RECT} fill="url(#g)"/>`,
    [
      "/Matrix [6 0 0 -4.5 1.5 12] /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 0]",
      "/C0 [1 0 0] /C1 [0 1 0] /N 1",
      "/Bounds [0.500000]",
      "/Pattern cs /P1 scn\n",
    ],
  ],
  [
    "a shadow, before what casts it",
    `<defs>${SHADOW}</defs><g filter="url(#f)">${RECT} fill="#ff0000"/></g>`,
    ["0 0 1 rg", "1 0 0 1 2 1 cm\nq\n/E1 gs\n/X1 Do\n", "1 0 0 rg"],
  ],
  ["other colours", `<g style="filter:brightness(0.5)">${RECT} fill="#ff0000"/></g>`, ["0.5 0 0 rg"]],
])("draws %s", (_, content, expected) => {
  const text = textOf(pdfOf(content));
  expect(text).toContain("/MediaBox [0 0 15 15]");
  expect(text).not.toContain("/Image");
  for (const part of expected) expect(text).toContain(part);
});

it.each([
  ["a mask", `<mask id="m">${RECT} fill="#ffffff"/></mask><g mask="url(#m)">${RECT} fill="#ff0000"/></g>`],
  [
    "a pattern",
    `<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="#ff0000"/></pattern>${RECT} fill="url(#p)"/>`,
  ],
  [
    "a filter without a word",
    `<filter id="f"><feFlood flood-color="#ff0000"/><feComposite operator="in" in2="SourceAlpha"/></filter><g filter="url(#f)">${RECT}/></g>`,
  ],
  [
    "several clipping paths",
    `<clipPath id="c">${RECT}/><circle r="3"/></clipPath><g clip-path="url(#c)">${RECT} fill="#ff0000"/></g>`,
  ],
])("draws %s in pixels, at the scale that is asked for", (_, content) => {
  for (const scale of [1, 3]) {
    const objects = objectsOf(pdfOf(content, scale));
    const [alpha, colors] = objects.filter(({ about }) => about.includes("/Image"));
    const [, width = 0, height = 0] =
      /\/Width (\d+) \/Height (\d+)/.exec(colors?.about ?? "")?.map(Number) ?? [];
    expect(width).toBeGreaterThanOrEqual(8 * scale);
    const middle = Math.floor(height / 2) * width + Math.floor(width / 2);
    expect([...(colors?.data.subarray(middle * 3, middle * 3 + 3) ?? [])]).toEqual([255, 0, 0]);
    expect(alpha?.data[middle]).toBe(255);
    const { data } = objects.at(-1) ?? {};
    expect(data?.toString()).toMatch(/^0\.75 0 0 -0\.75 0 15 cm\n4 M\nq\n[\d. -]+ cm\n\/X1 Do\nQ\n$/);
  }
});

it("draws a blurred shadow once in pixels for all that cast the same, and what casts it in lines", () => {
  const filter = SHADOW.replace('"0"', '"1"');
  const one = (x: number): string => `<g transform="translate(${x} 0)"><g filter="url(#f)">${RECT}/></g></g>`;
  const text = textOf(pdfOf(`<defs>${filter}</defs>${one(0)}${one(9)}`));
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2); // its colours and its opacity
  expect(text.match(/\/X1 Do/g)).toHaveLength(2);
  expect(text.match(/h\nf\n/g)).toHaveLength(2);
});

it("draws nothing of an area that is a line, nor of a gradient along it", () => {
  const content = `<defs>${GRADIENT}</defs><path d="M 1 5 L 9 5" stroke="url(#g)"/><path d="M 1 1 L 9 9"/>`;
  expect(objectsOf(pdfOf(content)).at(-1)?.data.toString()).toBe("0.75 0 0 -0.75 0 15 cm\n4 M\n");
});

it("has no more pixels than the page shows, however large what is drawn, and whatever its id", () => {
  const id = "a&amp;&lt;b&quot;";
  const giant = `<g transform="rotate(90)" id="${id}2" filter="url(#${id})"><rect x="-1e7" y="-1e7" width="2e7" height="2e7"/></g>`;
  for (const steps of ['<feGaussianBlur stdDeviation="1"/>', '<feDropShadow stdDeviation="1"/>'])
    expect(textOf(pdfOf(`<filter id="${id}">${steps}</filter>${giant}`))).toContain("/Width 40 /Height 40 ");
});

it("gives the same bytes for the same drawing", () => {
  const content = `<defs>${GRADIENT}${SHADOW}</defs><g filter="url(#f)" opacity="0.3">${RECT} stroke="url(#g)"/></g>`;
  expect(pdfOf(content).equals(pdfOf(content))).toBe(true);
});
