/** The contract, over every provider that is registered. */
import { providerNames } from "@framework/shared";
import { describe, expect, it } from "vitest";
import { subjects } from "../support/subjects.js";
import { contract } from "./suite.js";

it("has a subject for every registered provider", () => {
  expect(subjects.map(({ name }) => name).sort()).toEqual([...providerNames].sort());
});

describe.each(subjects)("$name", contract);
