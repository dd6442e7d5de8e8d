import fc from "fast-check";
import { expect, it } from "vitest";
import * as zod from "zod";
import type { Issue, Schema } from "../provider/schema.js";
import * as z from "./kinds.js";

/** The same schema in both languages. */
const schemas: [string, Schema, zod.ZodType][] = [
  ["text with bounds", z.string().min(2).max(4).optional(), zod.string().min(2).max(4).optional()],
  [
    "text by pattern",
    z
      .string()
      .trim()
      .regex(/^[a-z]+$/, { error: "must be letters" }),
    zod
      .string()
      .trim()
      .regex(/^[a-z]+$/, { error: "must be letters" }),
  ],
  ["number with bounds", z.number().min(0).max(1), zod.number().min(0).max(1)],
  ["whole number", z.int().positive().default(3), zod.int().positive().default(3)],
  ["boolean", z.boolean().nullish(), zod.boolean().nullish()],
  ["choice", z.enum(["low", "high"]), zod.enum(["low", "high"])],
  [
    "choice or number",
    z.union([z.literal("auto"), z.int().positive()]).optional(),
    zod.union([zod.literal("auto"), zod.int().positive()]).optional(),
  ],
  [
    "list",
    z.array(z.string().min(1)).min(1).max(2).default(["x"]),
    zod.array(zod.string().min(1)).min(1).max(2).default(["x"]),
  ],
  ["record", z.record(z.string(), z.int()), zod.record(zod.string(), zod.int())],
  [
    "list or map",
    z.union([z.array(z.int()), z.strictObject({ by: z.string() })]),
    zod.union([zod.array(zod.int()), zod.strictObject({ by: zod.string() })]),
  ],
  [
    "group",
    z.strictObject({ a: z.int().optional(), b: z.boolean().default(true) }).prefault({}),
    zod.strictObject({ a: zod.int().optional(), b: zod.boolean().default(true) }).prefault({}),
  ],
  [
    "open",
    z.looseObject({ a: z.int().optional() }).refine((map) => !("b" in map), { error: "no b" }),
    zod.looseObject({ a: zod.int().optional() }).refine((map) => !("b" in map), { error: "no b" }),
  ],
  ["dropping", z.object({ a: z.string().nullable() }), zod.object({ a: zod.string().nullable() })],
];

/** Where and of what kind: the words are ours. */
const outline = ({ path, code, ...rest }: Issue | zod.core.$ZodIssue): unknown => ({
  path,
  code: code === "invalid_format" ? "custom" : code,
  ...("keys" in rest && { keys: rest.keys }),
  ...("expected" in rest && { expected: rest.expected }),
  ...("errors" in rest && { errors: rest.errors.map(outlines) }),
});

type Issues = readonly (Issue | zod.core.$ZodIssue)[];
const outlines = (issues: Issues = []): unknown[] => issues.map(outline);
const has = (issues: Issues = [], start: string) => issues.some(({ code }) => code.startsWith(start));

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      "",
      "a",
      "ab",
      " ab ",
      "low",
      "auto",
      0,
      -1,
      1,
      2,
      0.5,
      NaN,
    ),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "by", "c"), tie("any"), { maxKeys: 3 }),
  ),
})).any;

it.each(schemas)("%s: the same values, the same issues as the library", (_name, schema, judge) => {
  fc.assert(
    fc.property(value, (input) => {
      const mine = schema.safeParse(input);
      const theirs = judge.safeParse(input);
      expect(mine.success).toBe(theirs.success);
      if (mine.success) expect(mine.data).toEqual(theirs.data);
      // The library measures values of the wrong type, too, and may then leave the type out.
      else if (!has(mine.error.issues, "invalid_type") || !has(theirs.error?.issues, "too_"))
        expect(outlines(mine.error.issues)).toEqual(outlines(theirs.error?.issues));
    }),
    { numRuns: 300 },
  );
});

it("does not take a key that would change the map itself", () => {
  const read = z.looseObject({}).parse(JSON.parse('{"__proto__": {"a": 1}}'));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});
