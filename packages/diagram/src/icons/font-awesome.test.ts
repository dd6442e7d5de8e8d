/** Font Awesome by name. */
import { expect, it } from "vitest";
import { findIcon, isIconClass } from "./font-awesome.js";

it("finds icons by name, style and older name", () => {
  expect(findIcon("fa fa-house")?.path).toMatch(/^M/);
  expect(findIcon("fas fa-home")).toEqual(findIcon("fa fa-house"));
  expect(findIcon("fab fa-github")?.path).toBeTruthy();
  expect(findIcon("far fa-circle")).not.toEqual(findIcon("fas fa-circle"));
});

it("has nothing for what is no icon", () => {
  expect(findIcon("fa fa-no-such-icon")).toBeNull();
  expect(findIcon("fa fa-constructor")).toBeNull();
  expect(isIconClass("label fancy")).toBe(false);
});
