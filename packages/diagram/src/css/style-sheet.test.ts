/** Style sheets that differ in the name of their root. */
import { expect, it } from "vitest";
import { createHtmlDocument } from "../dom/document.js";
import type { Element } from "../dom/element.js";
import { NAMESPACES } from "../dom/names.js";
import { ANY_ROOT } from "./any-root.js";
import { cascade } from "./cascade.js";
import { StyleSheet } from "./style-sheet.js";

const document = createHtmlDocument();

function make(name: string, attributes: Record<string, string>, parent?: Element): Element {
  const element = document.createElementNS(NAMESPACES.svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.appendChild(element);
  return element;
}

const sheetFor = (id: string): StyleSheet =>
  new StyleSheet(
    `#${id} .node { filter: url(#${id}-shadow) } #${id} rect { fill: red } #${id} #${id}-last { fill: blue } #${id} { stroke: green }`,
    id,
  );

it("shares what is the same and keeps apart what names the root", () => {
  for (const id of ["first", "second", "first"]) {
    const root = make("svg", { id });
    const rect = make("rect", { class: "node" }, root);
    const last = make("rect", { id: `${id}-last` }, root);
    const other = make("rect", { id: id === "first" ? "second-last" : "first-last" }, root);
    const sheet = sheetFor(id);
    const value = (element: Element, name: string): string | undefined =>
      cascade(element, sheet.rulesFor(element)).get(name)?.value;
    expect(value(rect, "filter")).toBe(`url(#${id}-shadow)`);
    expect([rect, last, other].map((one) => value(one, "fill"))).toEqual(["red", "blue", "red"]);
    expect([root, rect].map((one) => value(one, "stroke"))).toEqual(["green", undefined]);
  }
});

it("tells places apart by all that its selectors ask for, and by nothing else", () => {
  const sheet = new StyleSheet(
    '#root .a rect { fill: red } #root rect:not([data-look="neo"] *) { stroke: red } #root #named { opacity: 1 }',
    "root",
  );
  const root = make("svg", { id: "root" });
  const outer = sheet.pathOf(root, sheet.start);
  const pathOf = (attributes: Record<string, string>): object =>
    sheet.pathOf(make("rect", attributes, root), outer);
  const plain = pathOf({ x: "1" });
  expect(pathOf({ x: "2", id: "other" })).toBe(plain);
  for (const attributes of [{ class: "a" }, { "data-look": "neo" }, { id: "named" }])
    expect(pathOf(attributes)).not.toBe(plain);
  expect(sheet.pathOf(make("rect", {}, root), sheet.start)).not.toBe(plain);
});

it("takes the name that all roots have for that of this root, unless it says both", () => {
  const root = make("svg", { id: "mine" });
  const rect = make("rect", { class: "node" }, root);
  const filterBy = (source: string): string | undefined => {
    const sheet = new StyleSheet(source, "mine");
    return cascade(rect, sheet.rulesFor(rect)).get("filter")?.value;
  };
  expect(filterBy(`#${ANY_ROOT} .node { filter: url(#${ANY_ROOT}-shadow) }`)).toBe("url(#mine-shadow)");
  expect(filterBy(`#mine .node { filter: url(#${ANY_ROOT}-shadow) }`)).toBe(`url(#${ANY_ROOT}-shadow)`);
});

it("knows places from picture to picture, without confusing the names of their roots", () => {
  const source = `#${ANY_ROOT} { stroke: green } #${ANY_ROOT} rect { fill: url(#${ANY_ROOT}-paint) }`;
  const places = ["one", "two"].map((id) => {
    const root = make("svg", { id });
    const rect = make("rect", {}, root);
    const sheet = new StyleSheet(source, id);
    const outer = sheet.pathOf(root, sheet.start);
    const path = sheet.pathOf(rect, outer);
    expect(cascade(root, sheet.rulesAt(outer)).get("stroke")?.value).toBe("green");
    expect(cascade(rect, sheet.rulesAt(path)).get("fill")?.value).toBe(`url(#${id}-paint)`);
    return path;
  });
  expect(places[0]).toBe(places[1]);
});

it("forgets the places of earlier pictures when there are too many", () => {
  const source = `#${ANY_ROOT} rect { fill: blue }`;
  const root = make("svg", { id: "many" });
  const first = new StyleSheet(source, "many");
  for (let count = 0; count < 1_001; count += 1)
    first.pathOf(make("rect", { class: `c${count}` }, root), first.start);
  expect(new StyleSheet(source, "many").start).not.toBe(first.start);
});

it("keeps no place beside siblings that a rule looks at, and all others", () => {
  const sheet = new StyleSheet(
    "#root .lane .body path:first-of-type { fill: red } #root path { fill: blue }",
    "root",
  );
  const root = make("svg", { id: "root" });
  const outside = sheet.pathOf(root, sheet.start);
  const lane = make("g", { class: "lane" }, root);
  const body = make("g", { class: "body" }, lane);
  const inside = sheet.pathOf(body, sheet.pathOf(lane, outside));
  const place = (parent: Element): { path: object; fill: string | undefined } => {
    const element = make("path", {}, parent);
    const path = sheet.pathOf(element, parent === body ? inside : outside);
    return { path, fill: cascade(element, path.rules).get("fill")?.value };
  };
  expect(place(root).path).toBe(place(root).path);
  expect([place(body), place(body)].map(({ fill }) => fill)).toEqual(["red", "blue"]);
});
