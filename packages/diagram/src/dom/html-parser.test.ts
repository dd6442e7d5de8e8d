/** The HTML parser. */
import { expect, it } from "vitest";
import { createHtmlDocument, TooManyElements } from "./document.js";
import { NAMESPACES } from "./names.js";

function parse(markup: string): ReturnType<ReturnType<typeof createHtmlDocument>["createElement"]> {
  const element = createHtmlDocument().createElement("div");
  element.innerHTML = markup;
  return element;
}

it.each([
  ["<p>a<br>b</p>", "<p>a<br>b</p>"],
  ["a &lt; b &amp;&nbsp;c &#9829; &unknown;", "a &lt; b &amp;&nbsp;c ♥ &amp;unknown;"],
  ["<b>open <i>both", "<b>open <i>both</i></b>"],
  ["<p>one<p>two", "<p>one</p><p>two</p>"],
  ["<img src=x alt='a b'>", '<img src="x" alt="a b">'],
  ["<script>if (a < b) x()</script>t", "<script>if (a < b) x()</script>t"],
  ["a < b > c", "a &lt; b &gt; c"],
  ["<!-- note -->x</nothing>", "<!-- note -->x"],
])("%j", (markup, expected) => {
  expect(parse(markup).innerHTML).toBe(expected);
});

it("knows the namespaces of drawings and formulas", () => {
  const element = parse(
    '<svg viewbox="0 0 1 1"><foreignobject><p></p></foreignobject></svg><math><mi>x</mi></math>',
  );
  const svg = element.children[0];
  expect(svg?.getAttribute("viewBox")).toBe("0 0 1 1");
  expect(svg?.children[0]?.localName).toBe("foreignObject");
  expect(element.querySelector("p")?.namespaceURI).toBe(NAMESPACES.html);
  expect(element.querySelector("mi")?.namespaceURI).toBe(NAMESPACES.mathml);
});

it("survives deep nesting and stops at the limit of elements", () => {
  expect(parse("<b>".repeat(5_000)).querySelectorAll("b")).toHaveLength(5_000);
  const document = createHtmlDocument();
  document.limitElements(10);
  const element = document.createElement("div");
  expect(() => {
    element.innerHTML = "<b></b>".repeat(11);
  }).toThrow(TooManyElements);
});
