import { expect, it } from "vitest";
import { commandCompletion, commonStart, inColumns, inRows } from "./tab-completion.js";

const complete = commandCompletion(
  new Map([
    ["model", { help: "which one", complete: async () => ["qwen3-32b", "qwen3-8b", "llama-70b"] }],
    ["models", { help: "all" }],
    ["help", { help: "this" }],
  ]),
  async (typed) => [`${typed}.txt`, `${typed}/`],
);

it("finds commands and the arguments of those that have known ones", async () => {
  expect(await complete("/mo", 3)).toEqual({
    from: 0,
    to: 3,
    candidates: [
      { text: "/model", help: "which one" },
      { text: "/models", help: "all" },
    ],
  });
  expect(await complete("/model qw", 9)).toEqual({
    from: 7,
    to: 9,
    candidates: [{ text: "qwen3-32b" }, { text: "qwen3-8b" }],
  });
  expect(await complete("/model ", 7)).toMatchObject({ from: 7, candidates: { length: 3 } });
  expect(await complete("/help x", 7)).toBeUndefined();
});

it("finds files in any text, but not after nothing", async () => {
  expect(await complete("what is src/a", 13)).toEqual({
    from: 8,
    to: 13,
    candidates: [{ text: "src/a.txt" }, { text: "src/a/" }],
  });
  expect(await complete("what is ", 8)).toBeUndefined();
});

it("shows candidates with what is said about them", () => {
  const candidates = ["a", "bb", "c"].map((text) => ({ text, help: `about ${text}` }));
  expect(inRows(candidates, 3)).toEqual(["a   about a", "bb  about bb", "c   about c"]);
  expect(inRows(candidates, 2)).toEqual(["a   about a", "… 2 more"]);
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
