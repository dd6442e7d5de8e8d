import { expect, it } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { parseAnswer } from "./json-text.js";

const OBJECT = '{"a": 1}';

it.each([
  ["bare", OBJECT],
  ["with space around it", `\n ${OBJECT}\n`],
  ["in a fence", `\`\`\`json\n${OBJECT}\n\`\`\``],
  ["in a longer fence with words around", `Here:\n~~~~ json\n${OBJECT}\n~~~~\nYours.`],
  ["between words", `The answer is ${OBJECT}, I think.`],
  ["in the only one of the fences that is closed", `\`\`\`\n${OBJECT}\n\`\`\`\n\`\`\`\nmore`],
])("finds JSON that stands %s", (_, text) => {
  expect(parseAnswer(text)).toEqual({ value: { a: 1 }, json: OBJECT });
});

it("says why there is none", () => {
  expect(parseAnswer("I would rather not.")).toEqual({ reason: expect.stringContaining("JSON") });
  expect(parseAnswer("")).toEqual({ reason: expect.any(String) });
});

it("looks at each line once, however many fences a text opens", async () => {
  const work = (lines: number) => void parseAnswer("```x\n".repeat(lines));
  expect(await costGrowth(work, 5000, 80_000)).toBeLessThan(6);
});
