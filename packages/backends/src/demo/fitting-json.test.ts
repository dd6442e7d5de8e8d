import { expect, it } from "vitest";
import { demandedJson } from "./fitting-json.js";

const answer = (schema: object): unknown =>
  JSON.parse(
    demandedJson({ response_format: { type: "json_schema", json_schema: { schema } } }, "Hello") ?? '"none"',
  );

it.each([
  [{ type: "string" }, "Hello"],
  [{ type: "string", maxLength: 2 }, "He"],
  [{ type: "integer", minimum: 18 }, 18],
  [{ enum: ["red", "green"] }, "red"],
  [{ anyOf: [{ type: "null" }, { type: "string" }] }, null],
  [{ type: "array", items: { type: "boolean" }, minItems: 2 }, [true, true]],
  [
    {
      type: "object",
      properties: { name: { type: "string" }, nick: { type: "string" }, next: { $ref: "#/$defs/n" } },
      required: ["name", "next"],
      $defs: { n: { const: 7 } },
    },
    { name: "Hello", next: 7 },
  ],
])("%j is answered by what fits", (schema, value) => {
  expect(answer(schema)).toEqual(value);
});

it("a schema that contains itself ends", () => {
  expect(answer({ type: "object", properties: { next: { $ref: "#" } }, required: ["next"] })).toBeDefined();
});

it("answers nothing where no format is demanded", () => {
  expect(demandedJson({}, "Hello")).toBeUndefined();
  expect(demandedJson({ response_format: { type: "json_object" } }, "Hello")).toBe("{}");
});
