/** The flags of V8 while something is drawn, and while code is loaded. */
import { cachedDataVersionTag } from "node:v8";
import { expect, it } from "vitest";
import { Tiering } from "./tiering.js";

it("optimises late in the first drawing, and never while code is loaded, which would refuse what was compiled before", () => {
  const usual = cachedDataVersionTag();
  const tiering = new Tiering();
  const tags = [1, 2].map(() => {
    tiering.beginDrawing();
    return { drawing: cachedDataVersionTag(), loading: tiering.asUsual(() => cachedDataVersionTag()) };
  });
  expect(tags.map(({ loading }) => loading)).toEqual([usual, usual]);
  expect(tags.map(({ drawing }) => drawing === usual)).toEqual([false, true]);
});

it("is patient again after code was loaded, also when that failed", () => {
  const tiering = new Tiering();
  tiering.beginDrawing();
  const patient = cachedDataVersionTag();
  expect(() =>
    tiering.asUsual(() => {
      throw new Error("no such script");
    }),
  ).toThrow("no such script");
  expect(cachedDataVersionTag()).toBe(patient);
  tiering.beginDrawing();
});
