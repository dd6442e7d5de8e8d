/** Styles that elements share. */
import { expect, it } from "vitest";
import { createHtmlDocument } from "../dom/document.js";
import type { Element } from "../dom/element.js";
import { NAMESPACES } from "../dom/names.js";
import { stylesAround } from "./style-resolver.js";

/** The elements of a drawing that are marked. */
function draw(markup: string): readonly [Element, Element] {
  const svg = createHtmlDocument().createElementNS(NAMESPACES.svg, "svg");
  svg.id = "root";
  svg.innerHTML = `<style>.node { fill: red } .big { font-size: 20px }</style>${markup}`;
  const [one, other] = svg.querySelectorAll("[data-asked]");
  if (!one || !other) throw new Error("nothing to ask about");
  return [one, other];
}

it.each([
  ["their places", '<rect class="node" x="1" data-asked=""/><rect class="node" x="2" data-asked=""/>', true],
  ["a group that says nothing", '<g><rect data-asked=""/></g><g id="a"><rect data-asked=""/></g>', true],
  ["a colour around them", '<g fill="red"><a data-asked=""/></g><g fill="blue"><a data-asked=""/></g>', true],
  ["a size around them", '<g class="big"><a data-asked=""/></g><g><a data-asked=""/></g>', false],
  ["a class", '<rect class="node" data-asked=""/><rect class="big" data-asked=""/>', false],
  ["their names", '<rect data-asked=""/><path data-asked=""/>', false],
  ["an attribute", '<rect fill="red" data-asked=""/><rect fill="blue" data-asked=""/>', false],
  ["which attribute says it", '<rect fill="red" data-asked=""/><rect stroke="red" data-asked=""/>', false],
  ["their own style", '<rect style="fill: red" data-asked=""/><rect data-asked=""/>', false],
  ["spaces", '<text xml:space="preserve" data-asked=""/><text data-asked=""/>', false],
])("elements that differ in %s", (_, markup, isShared) => {
  const [one, other] = draw(markup);
  const styles = stylesAround(one);
  expect(styles.of(one) === styles.of(other)).toBe(isShared);
});

it("an element that changes leaves its style to those that had the same", () => {
  const [one, other] = draw('<rect class="node" data-asked=""/><rect class="node" data-asked=""/>');
  const styles = stylesAround(one);
  const before = styles.of(other);
  one.setAttribute("style", "fill: blue");
  expect(styles.of(one).own.get("fill")?.value).toBe("blue");
  expect(styles.of(other)).toBe(before);
  expect(before.own.get("fill")?.value).toBe("red");
});
