/** The outside of the packages as it was reviewed: a change of it changes a page of docs/api. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { namelessErrors, PACKAGES, pageOf, reportOf, undocumented } from "../../scripts/api-report.mjs";

describe.each(PACKAGES)("@framework/%s", (name) => {
  it("has the outside that docs/api shows; if it is meant to change, run: node scripts/api-report.mjs", () => {
    expect(reportOf(name)).toBe(readFileSync(pageOf(name), "utf8"));
  });

  it("explains every export and every member of it in a comment", () => {
    expect(undocumented(name)).toEqual([]);
  });

  it("states the name of every error, which a bundler would change", () => {
    expect(namelessErrors(name)).toEqual([]);
  });
});
