import fc from "fast-check";
import { expect, it } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { PartialJson } from "./partial-json.js";

const read = (...pieces: string[]) => {
  const reader = new PartialJson();
  for (const piece of pieces) reader.push(piece);
  return reader.value;
};

it.each([
  ["nothing", "", undefined],
  ["words before it", 'Here: {"a": 1', {}],
  ["a fence", '```json\n{"a": 1,', { a: 1 }],
  ["a name that is not whole", '{"a": 1, "nam', { a: 1 }],
  ["a name without a value", '{"a": 1, "name":', { a: 1 }],
  ["a text that has begun", '{"name": "', { name: "" }],
  ["a text that goes on", '{"name": "Ja', { name: "Ja" }],
  ["a text in a list", '{"names": ["Ja', { names: ["Ja"] }],
  ["an escape that is not whole", '{"name": "a\\u00', { name: "a" }],
  ["half a character", '{"name": "a\\ud83d', { name: "a" }],
  ["a whole character", '{"name": "a\\ud83d\\ude00', { name: "a😀" }],
  ["a number that may go on", "[1, 23", [1]],
  ["words", "[true, false, null, tru", [true, false, null]],
  ["what comes after the end", '{"a": 1} and {"b": 2}', { a: 1 }],
  ["a list in a list", "[[1], [2", [[1], []]],
])("reads %s", (_, text, value) => {
  expect(read(text)).toEqual(value);
  expect(read(...text.split(""))).toEqual(value);
});

it("tells whether something has changed", () => {
  const reader = new PartialJson();
  expect(['{"', "a", '"', ":", " ", "1", ",", ' "b": "x', "y"].map((piece) => reader.push(piece))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

it("grows in place, and a name like __proto__ is a name", () => {
  const reader = new PartialJson();
  reader.push('{"__proto__": {"x": 1}, "a": "');
  const first = reader.value;
  reader.push('b"}');
  expect(reader.value).toBe(first);
  expect(Object.keys(reader.value as object)).toEqual(["__proto__", "a"]);
  expect(Object.getPrototypeOf(reader.value)).toBe(Object.prototype);
});

it("stops where something nests deeper than anybody means", () => {
  expect(() => read("[".repeat(100_000), "]".repeat(100_000))).not.toThrow();
});

it("ends with what JSON.parse reads, however the text is cut", () => {
  const values = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(values, fc.array(fc.nat()), fc.boolean(), (value, cuts, spaced) => {
      const text = JSON.stringify(value, undefined, spaced ? 1 : undefined);
      const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
      const pieces = [0, ...places].map((place, index) => text.slice(place, places[index]));
      expect(read(...pieces)).toEqual(JSON.parse(text));
    }),
  );
});

it("takes time in proportion to the text, however small its pieces", async () => {
  const work = (size: number) => {
    const reader = new PartialJson();
    reader.push('{"text": "');
    for (let piece = 0; piece < size; piece += 1) reader.push("word ");
    for (let piece = 0; piece < size; piece += 1) reader.push(piece === 0 ? '", "list": [1' : ", 1");
  };
  expect(await costGrowth(work, 10_000, 160_000)).toBeLessThan(6);
});
