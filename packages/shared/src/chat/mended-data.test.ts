import { expect, it } from "vitest";
import { mendedData, objectIn } from "./mended-data.js";

it.each([
  ['data: {"a":1}', '{"a":1}'],
  ["data: data:[DONE]", "[DONE]"],
  [
    '{"a":NaN,"b":[-Infinity, Infinity],"c":"NaN: Infinity, \\" NaN"}',
    '{"a":null,"b":[null, null],"c":"NaN: Infinity, \\" NaN"}',
  ],
  ['{"a":1', undefined],
  ["words", undefined],
])("%s becomes %s", (data, mended) => expect(mendedData(data)).toBe(mended));

it("a megabyte of wrapping costs no more than reading it", () => {
  expect(mendedData("data: ".repeat(200_000))?.startsWith("data: ")).toBe(true);
  expect(mendedData(`{"a":NaN,"b":"${"\\\\".repeat(500_000)}`)).toBeDefined();
});

it("only an object is taken out of a text", () => {
  expect(objectIn('{"a":1}')).toEqual({ a: 1 });
  expect(objectIn('"{}"')).toBeUndefined();
  expect(objectIn("{broken")).toBeUndefined();
});
