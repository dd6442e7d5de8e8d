import { describe, expect, it } from "vitest";
import type { Turn } from "../provider/events.js";
import { answerContent } from "./content.js";

const details = [{ type: "reasoning.text", text: "Hm.", signature: "s" }];
const turn = (fields: Partial<Turn>): Turn => ({
  text: "",
  reasoning: "",
  toolCalls: [],
  invalidToolCalls: [],
  finishReason: "stop",
  message: { role: "assistant", content: "", reasoning_details: details },
  ...fields,
});
const metadata = { providerMetadata: { mine: { reasoning_details: details } } };
const call = { id: "a", name: "lookup", arguments: { city: "Oslo" } };

describe("reasoning blocks", () => {
  it.each([
    ["the last block", turn({ reasoning: "Hm.", text: "Salt." }), 1],
    ["the first call", turn({ text: "I look.", toolCalls: [call, { ...call, id: "b" }] }), 1],
    ["an empty block, if there is no other", turn({}), 0],
  ])("travel on %s", (_, answer, place) => {
    const content = answerContent(answer, "mine", new Set());
    const carrying = content.map((part, index) => ("providerMetadata" in part ? index : -1));
    expect(carrying.filter((index) => index >= 0)).toEqual([place]);
    expect(content[place]).toMatchObject(metadata);
  });
});

describe("calls that must not run", () => {
  it.each([
    ["{broken", "the arguments are not valid JSON", "{broken"],
    ["[1]", "the arguments are not a JSON object", "[1] (the arguments are not a JSON object)"],
    [
      '{"a":1}',
      "the answer was cut off inside this call",
      '{"a":1} (the answer was cut off inside this call)',
    ],
    ["", "the answer was cut off inside this call", "(the answer was cut off inside this call)"],
  ])("have an input that does not parse: %j", (raw, reason, input) => {
    const answer = turn({ invalidToolCalls: [{ id: "a", name: "lookup", raw, reason }] });
    expect(answerContent(answer, "mine", new Set())).toMatchObject([{ type: "tool-call", input }]);
    expect(() => JSON.parse(input)).toThrow();
  });
});

it("gives a call another id when the conversation has it already", () => {
  const answer = turn({ toolCalls: [call, { ...call, id: "b" }] });
  const ids = answerContent(answer, "mine", new Set(["a", "a_1"])).map((part) =>
    part.type === "tool-call" ? part.toolCallId : "",
  );
  expect(ids[1]).toBe("b");
  expect(new Set([...ids, "a", "a_1"]).size).toBe(4);
});
