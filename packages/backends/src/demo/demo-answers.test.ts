import { expect, test } from "vitest";
import { demoAnswer } from "./demo-answers.js";
import { readSubject } from "./subject.js";

test.each([
  ["draw something", "graph TD"],
  ["a sequence diagram please", "sequenceDiagram"],
  ["Draw a state machine", "stateDiagram-v2"],
  ["show me a table", "|---|---|---|"],
  ["show code", "```ts"],
  ["Show a diff", "```diff"],
  ["help", "demo model"],
  ["", "demo model"],
])("%j is answered with %j", (asked, part) => {
  expect(demoAnswer(asked)?.text).toContain(part);
});

test.each(["tell me of the sea", "the table is laid", "no help needed"])("%j is not", (asked) => {
  expect(demoAnswer(asked)).toBeUndefined();
});

test("a pie has the numbers that were given", () => {
  const { text = "" } = demoAnswer("Show a pie chart of cats 40, 35% dogs and birds: 25.") ?? {};
  expect(text).toContain('"Cats" : 40');
  expect(text).toContain('"Dogs" : 35');
  expect(text).toContain('"Birds" : 25');
});

test("a request says what it is about", () => {
  expect(readSubject("draw a sequence diagram of a login")).toEqual({ topic: "a login", items: [] });
  expect(readSubject("draw a flowchart of wake up -> coffee -> work").items.map(({ name }) => name)).toEqual([
    "wake up",
    "coffee",
    "work",
  ]);
});

test("what could be syntax does not reach the diagram", () => {
  const { text = "" } = demoAnswer('draw a mind map of "]]--> x, ```evil, a;b[c]') ?? {};
  expect(text.split("\n").slice(4, -4).join("\n")).not.toMatch(/["[\]>`;]/);
  expect(text.match(/```/g)).toHaveLength(2);
});

test("endless requests make small diagrams", () => {
  const { text = "" } = demoAnswer(`draw a flowchart of ${"word, ".repeat(100_000)}`) ?? {};
  expect(text.length).toBeLessThan(3000);
});
