import { expect, test } from "vitest";
import * as z from "../settings/kinds.js";
import { knobType } from "./knob-type.js";

test.each([
  ["str", z.string().min(1).optional()],
  ["str", z.string().trim().max(30)],
  ["int", z.int().positive().optional()],
  ["int", z.int().min(-1).default(3)],
  ["float", z.number().nonnegative()],
  ["float, 0 to 1", z.number().min(0).max(1).optional()],
  ["bool", z.boolean().default(false)],
  ["list[str]", z.array(z.string())],
  ['"low" | "medium" | "high"', z.enum(["low", "medium", "high"]).optional()],
  ['"auto" | bool', z.union([z.literal("auto"), z.boolean()]).default("auto")],
  ["dict[str, str]", z.record(z.string(), z.string())],
  ["dict", z.record(z.string(), z.unknown())],
  ["dict", z.looseObject({ context_length: z.int() })],
  ["any", z.unknown()],
])("%s", (words, schema) => expect(knobType(schema)).toBe(words));
