/** Tool loops of the real AI SDK over every provider. */
import type { FaultName } from "@framework/backends";
import { generateText, stepCountIs, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { subjects } from "../support/subjects.js";
import { chatRequests, lastMessages, lookupTool, modelPair } from "./support.js";

const ask = 'use tool lookup {"city": "Oslo"}';
const stopWhen = stepCountIs(4);

describe.each(subjects)("$name", (subject) => {
  it("runs a tool in a stream and goes on with its result", async () => {
    await using pair = await modelPair(subject);
    const calls: unknown[] = [];
    const result = streamText({
      model: pair.languageModel,
      prompt: ask,
      tools: { lookup: lookupTool(calls) },
      stopWhen,
    });
    const kinds: string[] = [];
    const input: string[] = [];
    for await (const part of result.fullStream) {
      kinds.push(part.type);
      if (part.type === "tool-input-delta") input.push(part.delta);
    }
    expect(calls).toEqual([{ city: "Oslo" }]);
    expect(input.length).toBeGreaterThan(1);
    expect(JSON.parse(input.join(""))).toEqual({ city: "Oslo" });
    expect(kinds.filter((kind) => kind.startsWith("tool-") && kind !== "tool-input-delta")).toEqual([
      "tool-input-start",
      "tool-input-end",
      "tool-call",
      "tool-result",
    ]);
    const steps = await result.steps;
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
    expect(await result.text).toContain("rainy");
    const sum = steps.reduce((total, { usage }) => total + (usage.totalTokens ?? NaN), 0);
    expect((await result.totalUsage).totalTokens).toBe(sum);
  });

  it("runs a tool without a stream", async () => {
    await using pair = await modelPair(subject);
    const calls: unknown[] = [];
    const tools = { lookup: lookupTool(calls) };
    const result = await generateText({ model: pair.languageModel, prompt: ask, tools, stopWhen });
    expect(calls).toEqual([{ city: "Oslo" }]);
    expect(result.steps).toHaveLength(2);
    expect(result.text).toContain("rainy");
  });

  it("sends the tools and the choice among them as the client does", async () => {
    await using pair = await modelPair(subject);
    const calls: unknown[] = [];
    await generateText({
      model: pair.languageModel,
      prompt: "Go.",
      tools: { lookup: lookupTool(calls) },
      toolChoice: { type: "tool", toolName: "lookup" },
    });
    expect(calls).toEqual([{}]);
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const lookup = { name: "lookup", description: "Looks a city up.", parameters };
    await pair.client.complete([{ role: "user", content: "Go." }], [{ type: "function", function: lookup }], {
      toolChoice: { type: "function", function: { name: "lookup" } },
    });
    const [sent, direct] = chatRequests(pair.backend).map(({ body }) => body);
    expect(sent).toEqual(direct);
  });

  it("tells calls apart where the backend gives them no ids", async () => {
    await using pair = await modelPair(subject, {
      backend: {
        reply: [
          { toolCalls: [{ name: "lookup", arguments: { city: "Oslo" } }] },
          { toolCalls: [{ name: "lookup", arguments: { city: "Bergen" } }] },
          { text: "Both rainy." },
        ],
        fault: "tool-no-id",
      },
    });
    const calls: unknown[] = [];
    const result = streamText({
      model: pair.languageModel,
      prompt: "Compare.",
      tools: { lookup: lookupTool(calls) },
      stopWhen,
    });
    const steps = await result.steps;
    const ids = steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId));
    expect(calls).toEqual([{ city: "Oslo" }, { city: "Bergen" }]);
    expect(new Set(ids).size).toBe(2);
    const messages = lastMessages(pair.backend);
    expect(messages.filter(({ role }) => role === "tool").map((message) => message.tool_call_id)).toEqual(
      ids,
    );
  });

  it.each<[FaultName, RegExp]>([
    ["tool-invalid-json", /parsing failed/i],
    ["tool-non-object", /not a JSON object/],
    ["tool-truncated", /lookup/],
  ])("never runs a call with %s, and tells the model why", async (fault, reason) => {
    for (const mode of ["stream", "generate"] as const) {
      await using pair = await modelPair(subject, { backend: { fault: { name: fault, times: 1 } } });
      const calls: unknown[] = [];
      const options = {
        model: pair.languageModel,
        prompt: ask,
        tools: { lookup: lookupTool(calls) },
        stopWhen,
      };
      const result = mode === "stream" ? streamText(options) : await generateText(options);
      const [first] = await result.steps;
      expect(first?.toolCalls).toMatchObject([{ toolName: "lookup", invalid: true }]);
      expect(calls).toEqual([]);
      const messages = lastMessages(pair.backend);
      expect(messages.at(-1)).toMatchObject({ role: "tool", content: expect.stringMatching(reason) });
      expect(await result.text).toContain("The tool answered");
    }
  });
});
