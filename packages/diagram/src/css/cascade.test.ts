/** The cascade. */
import { expect, it } from "vitest";
import { createHtmlDocument } from "../dom/document.js";
import { NAMESPACES } from "../dom/names.js";
import { cascade } from "./cascade.js";
import { formatColor, parseColor } from "./color.js";
import { StyleSheet } from "./style-sheet.js";

it("lets the stronger declaration win", () => {
  const rect = createHtmlDocument().createElementNS(NAMESPACES.svg, "rect");
  rect.setAttribute("class", "node");
  rect.setAttribute("fill", "red");
  rect.setAttribute("style", "stroke: blue; opacity: 1");
  const sheet = new StyleSheet(
    "/* c */ .node { fill: green; opacity: 0.5 !important } rect { fill: gray; stroke-width: -1 } @media print { rect { fill: pink } } @import 'x';",
    "root",
  );
  const winners = Object.fromEntries(
    [...cascade(rect, sheet.rulesFor(rect))].map(([name, { value }]) => [name, value]),
  );
  expect(winners).toEqual({ fill: "green", stroke: "blue", opacity: "0.5" });
});

it("keeps rules for the inside of the root from the root itself", () => {
  const document = createHtmlDocument();
  const root = document.createElementNS(NAMESPACES.svg, "svg");
  root.setAttribute("id", "root");
  root.setAttribute("class", "node");
  const inner = root.appendChild(document.createElementNS(NAMESPACES.svg, "g"));
  inner.setAttribute("class", "node");
  const sheet = new StyleSheet(
    "#root .node { fill: red } #other .node { stroke: red } .node { fill: blue }",
    "root",
  );
  const fill = (element: typeof root): string | undefined =>
    cascade(element, sheet.rulesFor(element)).get("fill")?.value;
  expect([fill(root), fill(inner)]).toEqual(["blue", "red"]);
  expect(cascade(inner, sheet.rulesFor(inner)).has("stroke")).toBe(false);
});

it("follows classes of the elements around, as they change", () => {
  const document = createHtmlDocument();
  const outer = document.createElementNS(NAMESPACES.svg, "g");
  const middle = outer.appendChild(document.createElementNS(NAMESPACES.svg, "g"));
  const rect = middle.appendChild(document.createElementNS(NAMESPACES.svg, "rect"));
  const sheet = new StyleSheet(
    ".a rect { fill: red } .a > rect { stroke: red } .b + g rect { opacity: 1 }",
    "root",
  );
  const applied = (): string[] => [...cascade(rect, sheet.rulesFor(rect)).keys()];
  expect(applied()).toEqual([]);
  outer.setAttribute("class", "x a");
  expect(applied()).toEqual(["fill"]);
  middle.setAttribute("class", "a");
  expect(applied()).toEqual(["fill", "stroke"]);
  outer.insertBefore(document.createElementNS(NAMESPACES.svg, "g"), middle).setAttribute("class", "b");
  expect(applied()).toEqual(["fill", "stroke", "opacity"]);
  middle.replaceWith(rect);
  expect(applied()).toEqual(["fill", "stroke"]);
  outer.removeAttribute("class");
  expect(applied()).toEqual([]);
});

it.each([
  ["#ABC", "#aabbcc"],
  ["rgb(10 20 30 / 50%)", "rgba(10,20,30,0.5)"],
  ["hsl(120, 100%, 25%)", "#008000"],
  ["RebeccaPurple", "#663399"],
  ["color-mix(in srgb, red 25%, blue)", "#4000bf"],
])("reads the colour %s", (source, expected) => {
  const color = parseColor(source);
  expect(color && formatColor(color)).toBe(expected);
});

it.each(["", "url(#x)", "#12345", "rgb(1)", "constructor"])("knows that %j is no colour", (source) => {
  expect(parseColor(source)).toBeNull();
});
