/** Tools by schema: typed, checked, and free in what they give. */
import { type Content, tool } from "@framework/shared";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toolResult } from "../../packages/shared/src/plugins/tools/tool-output.js";
import { calling, talk } from "../session/support.js";
import { others } from "./other-schemas.mjs";

const PNG = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
const city = z.object({ city: z.string().min(2), days: z.int().default(1) });

const forecast = tool({
  name: "forecast",
  description: "The weather in a city.",
  input: city,
  run: ({ city: name, days }) => {
    // What the schema makes of the arguments has its types.
    const [where, count]: [string, number] = [name, days];
    return { where, count };
  },
});

it("the model is shown the schema, and run gets what it makes of the arguments", async () => {
  await using conversation = await talk({
    backend: { reply: [calling(["1", "forecast", { city: "Oslo" }]), { text: "Rain." }] },
    session: { tools: [forecast] },
  });
  const { session, onOutput, events } = conversation;
  await session.send("Oslo?", { onOutput });
  expect(events.find((event) => event.type === "tool-result")).toMatchObject({
    ok: true,
    content: '{"where":"Oslo","count":1}',
  });
  expect(conversation.bodies()[0]?.tools?.[0]).toMatchObject({
    function: {
      name: "forecast",
      parameters: { properties: { city: { type: "string" } }, required: ["city"] },
    },
  });
});

it("arguments that do not fit are told to the model, and nothing runs", async () => {
  const unlike = tool({
    name: "unlike",
    description: "",
    // No JSON Schema can say this: only the library itself finds out.
    input: z.object({ word: z.string().refine((word) => word !== "no", "must not be no") }),
    run: () => "ran",
  });
  const context = { workspace: "/", env: {} };
  expect(await unlike.run({ word: "no" }, context)).toEqual({
    ok: false,
    content: expect.stringMatching(/so it was not run\.\nword: must not be no$/),
  });
  expect(await unlike.run({ word: "yes" }, context)).toEqual({ ok: true, content: "ran" });
});

it.each(Object.entries(others))("takes schemas of %s", async (_, input) => {
  const made = tool({ name: "book", description: "", input, run: ({ author }) => author.toUpperCase() });
  expect(made.parameters).toMatchObject({ required: ["author", "year"] });
  const result = await made.run({ author: "Austen", year: 1815 }, { workspace: "/", env: {} });
  expect(result).toEqual({ ok: true, content: "AUSTEN" });
});

it("takes JSON Schema, and asks first where it is told that a call changes something", async () => {
  const asked: string[] = [];
  const write = tool({
    name: "write",
    description: "",
    input: { type: "object", properties: { text: { type: "string" } } },
    changes: true,
    run: async ({ text }) => void asked.push(String(text)),
  });
  await using conversation = await talk({
    backend: { reply: [calling(["1", "write", { text: "a" }]), { text: "Done." }] },
    session: { tools: [write], approve: () => "yes" },
  });
  const { session, events, onOutput } = conversation;
  await session.send("Write.", { onOutput });
  expect(asked).toEqual(["a"]);
  expect(events.map(({ type }) => type)).toContain("approval");
  expect(events.find((event) => event.type === "tool-result")?.content).toBe("Done.");
});

it("pictures reach the model behind the text", async () => {
  const chart = tool({
    name: "chart",
    description: "",
    input: z.object({}),
    run: () => [{ type: "text", text: "The chart:" }, PNG],
  });
  await using conversation = await talk({
    backend: { reply: [calling(["1", "chart", {}]), { text: "I see." }] },
    session: { tools: [chart] },
  });
  await conversation.session.send("Draw.");
  const sent = conversation.bodies()[1]?.messages.slice(-2);
  expect(sent).toMatchObject([
    { role: "tool", content: "The chart:\n[picture 1]" },
    { role: "user", content: [PNG] as Content },
  ]);
});

describe("whatever a tool gives is a result", () => {
  it.each([
    ["text", "fine", { ok: true, content: "fine" }],
    ["a number", 21, { ok: true, content: "21" }],
    ["data", { a: [1] }, { ok: true, content: '{"a":[1]}' }],
    ["an empty list", [], { ok: true, content: "[]" }],
    ["null", null, { ok: false, content: expect.stringContaining("gave no result") }],
    ["one part", PNG, { ok: true, content: "[picture 1]", parts: [PNG] }],
    [
      "a whole result",
      { ok: false, content: "no", display: "-" },
      { ok: false, content: "no", display: "-" },
    ],
    [
      "a result with pictures",
      { content: "see", parts: [PNG, 7] },
      { ok: true, content: "see", parts: [PNG] },
    ],
    ["data that looks like a result", { content: 7 }, { ok: true, content: '{"content":7}' }],
    ["nothing", undefined, { ok: false, content: expect.stringContaining("gave no result") }],
    ["what JSON cannot hold", { big: 1n }, { ok: false, content: expect.stringContaining("gave no result") }],
  ])("%s", (_, output, result) => {
    expect(toolResult(output)).toEqual(result);
  });
});
