/** Layouts of text that are kept. */
import { expect, it } from "vitest";
import { createHtmlDocument } from "../dom/document.js";
import { NAMESPACES } from "../dom/names.js";
import type { Element } from "../dom/element.js";
import { createFontSource } from "../text/font-source.js";
import { TextMeasurer } from "../text/measurer.js";
import { Measuring } from "./measuring.js";
import { layoutSvgText } from "./svg-text.js";

const measuring = new Measuring(new TextMeasurer(createFontSource(null)), { width: 800, height: 600 });

/** Under the second no style is kept when the tree has changed. */
const SHEETS = ["tspan.wide{letter-spacing:9px}", "tspan.wide{letter-spacing:9px} tspan:empty{display:none}"];
const MARKUP = '<g><text x="10" y="20">one<tspan dx="10%">two</tspan></text></g>';

function draw(
  sheet: string,
  ...changes: readonly ((text: Element, part: Element) => void)[]
): readonly Element[] {
  const document = createHtmlDocument();
  const svg = document.createElementNS(NAMESPACES.svg, "svg");
  document.body?.appendChild(svg);
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.innerHTML = `<style>${sheet}</style>${MARKUP}`;
  const text = svg.querySelector("text");
  const part = svg.querySelector("tspan");
  if (!text || !part) throw new Error("nothing to measure");
  for (const change of changes) change(text, part);
  return [text, part];
}

const measure = (elements: readonly Element[]): unknown =>
  elements.map((element) => [measuring.getBBox(element), measuring.getComputedTextLength(element)]);

it.each<[string, (text: Element, part: Element) => void]>([
  ["other characters", (_, part) => (part.textContent = "three and more")],
  ["no characters", (_, part) => (part.textContent = "")],
  ["the place of the text", (text) => text.setAttribute("x", "100")],
  ["an attribute of a part", (_, part) => part.setAttribute("x", "100")],
  [
    "the size that a share is taken of",
    (text) => text.ownerSVGElement?.setAttribute("viewBox", "0 0 500 100"),
  ],
  ["no share", (_, part) => part.removeAttribute("dx")],
  ["a class of a part", (_, part) => part.setAttribute("class", "wide")],
  ["an attribute of the text", (text) => text.setAttribute("text-anchor", "middle")],
  ["an attribute around it", (text) => text.parentElement?.setAttribute("font-size", "40px")],
  ["a part less", (text, part) => text.removeChild(part)],
  ["a part more", (text, part) => text.appendChild(part.cloneNode(true))],
])("a text is measured anew after a change: %s", (_, change) => {
  for (const sheet of SHEETS) {
    const fresh = measure(draw(sheet, change));
    const elements = draw(sheet, (...parts) => measure(parts), change);
    expect(measure(elements)).toEqual(fresh);
    expect(measure(draw(sheet))).not.toEqual(fresh);
  }
});

it("a text is laid out once for as long as nothing changes", () => {
  const [text] = draw("", (_, part) => part.removeAttribute("dx"));
  if (!text) throw new Error("nothing to measure");
  const layout = (): unknown => layoutSvgText(text, measuring.geometry(text).styles, measuring.measurer);
  expect(layout()).toBe(layout());
});
