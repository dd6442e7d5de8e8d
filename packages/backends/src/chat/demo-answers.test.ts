import { expect, test } from "vitest";
import { demoAnswer } from "./demo-answers.js";

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
  expect(demoAnswer(asked)).toContain(part);
});

test.each(["tell me of the sea", "the table is laid", "no help needed"])("%j is not", (asked) => {
  expect(demoAnswer(asked)).toBeUndefined();
});
