/** Whoever writes a program sees a sentence for everything that can be imported, in the editor. */
import { describe, expect, it } from "vitest";
import { namelessErrors, PACKAGES, undocumented } from "../../scripts/api-report.mjs";

describe.each(PACKAGES)("@framework/%s", (name) => {
  it("explains every export and every member of it in a comment", () => {
    expect(undocumented(name)).toEqual([]);
  });

  it("states the name of every error, which a bundler would change", () => {
    expect(namelessErrors(name)).toEqual([]);
  });
});
