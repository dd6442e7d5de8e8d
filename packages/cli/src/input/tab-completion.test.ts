import { expect, it } from "vitest";
import { commandCompletion, commonStart, inColumns } from "./tab-completion.js";

const complete = commandCompletion(
  new Map([
    ["model", async () => ["qwen3-32b", "qwen3-8b", "llama-70b"]],
    ["models", undefined],
    ["help", undefined],
  ]),
);

it("finds commands and the arguments of those that have known ones", async () => {
  expect(await complete("/mo", 3)).toEqual({ from: 0, to: 3, candidates: ["/model", "/models"] });
  expect(await complete("/model qw", 9)).toEqual({ from: 7, to: 9, candidates: ["qwen3-32b", "qwen3-8b"] });
  expect(await complete("/model ", 7)).toMatchObject({ from: 7, candidates: { length: 3 } });
  expect(await complete("/help x", 7)).toBeUndefined();
  expect(await complete("what is /mo", 11)).toBeUndefined();
});

it("knows what all candidates share", () => {
  expect(commonStart(["qwen3-32b", "qwen3-8b"])).toBe("qwen3-");
  expect(commonStart(["a", "b"])).toBe("");
});

it("says how many did not fit", () => {
  const names = Array.from({ length: 20 }, (_, index) => `name-${index}`);
  expect(inColumns(names, 30, 3)).toEqual([
    "name-0   name-1   name-2",
    "name-3   name-4   name-5",
    "… 14 more",
  ]);
  expect(inColumns(["a", "b"], 30, 3)).toEqual(["a  b"]);
});
