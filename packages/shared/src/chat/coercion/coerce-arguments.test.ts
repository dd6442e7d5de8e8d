import { describe, expect, it } from "vitest";
import { coerceArguments } from "./coerce-arguments.js";

const coerced = (type: unknown, value: unknown) =>
  coerceArguments({ type: "object", properties: { x: { type } } }, { x: value })["x"];

describe("reads a string as the schema's type", () => {
  it.each([
    ["array", "['a', (1, 2)]", ["a", [1, 2]]],
    ["array", "{1, 2}", [1, 2]],
    ["object", "{'a': None, 'b': True}", { a: null, b: true }],
    ["object", '{"a": null, "b": true}', { a: null, b: true }],
    ["integer", "1_000", 1000],
    ["integer", "-3", -3],
    ["number", "1.5e3", 1500],
    ["boolean", "False", false],
    ["boolean", "true", true],
    [["array", "null"], "None", null],
    [["integer", "boolean"], "7", 7],
  ])("%j: %s", (type, text, value) => {
    expect(coerced(type, text)).toEqual(value);
  });
});

describe("leaves alone", () => {
  it.each([
    ["a string that is wanted", "string", "[1]"],
    ["a string that may be wanted", ["array", "string"], "[1]"],
    ["another type than the schema's", "array", "{'a': 1}"],
    ["a fraction for an integer", "integer", "1.5"],
    ["a number for a boolean", "boolean", "1"],
    ["text in no notation", "array", "a, b and c"],
    ["code", "array", "__import__('os').system('true')"],
    ["a field without a type", undefined, "[1]"],
    ["an empty string", "object", ""],
  ])("%s", (_what, type, text) => {
    expect(coerced(type, text)).toBe(text);
  });

  it("what is no string, is nested, or is not in the schema", () => {
    const parameters = {
      type: "object",
      properties: {
        list: { type: "array" },
        inner: { type: "object", properties: { n: { type: "integer" } } },
      },
    };
    const args = { list: [1], inner: { n: "1" }, other: "[1]", toString: "[1]" };
    expect(coerceArguments(parameters, args)).toEqual(args);
  });
});
