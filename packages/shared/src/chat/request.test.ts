import { describe, expect, it } from "vitest";
import type { Message } from "../provider/messages.js";
import { chatBody, wireMessages } from "./request.js";
import { originalNames, wireToolName } from "./tool-schema.js";

const user = (content: string): Message => ({ role: "user", content });
const calls = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "look", arguments: "{}" } })),
});
const tool = (name: string, parameters?: Record<string, unknown> | null) => ({
  type: "function" as const,
  function: { name, ...(parameters !== undefined && { parameters }) },
});

describe("messages on the wire", () => {
  it("splits a message with several results into one per call", () => {
    const wire = wireMessages([
      user("go"),
      calls("a", "b"),
      {
        role: "tool",
        results: [
          { tool_call_id: "a", content: "1" },
          { tool_call_id: "b", content: "2" },
        ],
      },
    ]);
    expect(wire.slice(2)).toEqual([
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "tool", tool_call_id: "b", content: "2" },
    ]);
  });

  it("gives an assistant turn with only tool calls a null content", () => {
    expect(wireMessages([calls("a")])[0]).toMatchObject({ role: "assistant", content: null });
  });

  it("answers calls that were never answered, before the next message", () => {
    const wire = wireMessages([
      calls("a", "b"),
      { role: "tool", tool_call_id: "b", content: "2" },
      user("next"),
    ]);
    expect(wire.map((message) => (message.role === "tool" ? message.tool_call_id : message.role))).toEqual([
      "assistant",
      "b",
      "a",
      "user",
    ]);
    expect(wire[2]).toMatchObject({ content: expect.stringContaining("interrupted") });
  });

  it("drops results without a call, and a second result for the same call", () => {
    const result: Message = { role: "tool", tool_call_id: "a", content: "1" };
    expect(wireMessages([result, user("x"), calls("a"), result, result])).toHaveLength(3);
  });

  it("makes replayed arguments parse", () => {
    const broken: Message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: '{"x": ' } }],
    };
    expect(wireMessages([broken])[0]).toMatchObject({ tool_calls: [{ function: { arguments: "{}" } }] });
  });

  it("moves pictures of tool results into a following user message", () => {
    const image = { type: "image_url" as const, image_url: { url: "data:image/png;base64,AAAA" } };
    const wire = wireMessages([
      calls("a"),
      { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "seen" }, image] },
      user("and?"),
    ]);
    expect(wire.slice(1)).toEqual([
      { role: "tool", tool_call_id: "a", content: "seen" },
      { role: "user", content: [image] },
      { role: "user", content: "and?" },
    ]);
  });
});

describe("the body", () => {
  it("drops tool_choice without tools and keeps a temperature of zero", () => {
    const body = chatBody("m", [user("x")], { toolChoice: "required", temperature: 0 });
    expect(body).not.toHaveProperty("tool_choice");
    expect(body).not.toHaveProperty("tools");
    expect(body.temperature).toBe(0);
    expect(body.stream_options).toEqual({ include_usage: true });
  });

  it("asks for no stream options without a stream", () => {
    expect(chatBody("m", [user("x")], { stream: false })).not.toHaveProperty("stream_options");
  });

  it("sends what the caller wishes, zeros included, and nothing that was not asked for", () => {
    const wishes = { topP: 0, seed: 0, presencePenalty: 0, frequencyPenalty: 0 };
    expect(chatBody("m", [], { ...wishes, stop: ["a"], responseFormat: { type: "json_object" } })).toEqual({
      ...chatBody("m", [], {}),
      top_p: 0,
      seed: 0,
      stop: ["a"],
      presence_penalty: 0,
      frequency_penalty: 0,
      response_format: { type: "json_object" },
    });
    expect(chatBody("m", [], { stop: [] })).not.toHaveProperty("stop");
  });

  it("cleans schemas without touching the caller's or a property's name", () => {
    const parameters = {
      type: "object",
      required: [],
      properties: {
        kind: { const: "a" },
        required: { type: "array", items: { const: 1 } },
        const: { type: "string" },
      },
    };
    const copy = structuredClone(parameters);
    const [wire] = chatBody("m", [], { tools: [tool("look", parameters)] }).tools ?? [];
    expect(wire?.function.parameters).toEqual({
      type: "object",
      properties: {
        kind: { enum: ["a"] },
        required: { type: "array", items: { enum: [1] } },
        const: { type: "string" },
      },
    });
    expect(parameters).toEqual(copy);
    expect(chatBody("m", [], { tools: [tool("look", null)] }).tools?.[0]?.function.parameters).toEqual({
      type: "object",
      properties: {},
    });
  });

  it("maps names that servers refuse, and back, the same way every time", () => {
    const odd = "my.tool/with spaces";
    const wire = wireToolName(odd);
    expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(wireToolName(odd)).toBe(wire);
    expect(wireToolName("fine_name-1")).toBe("fine_name-1");
    expect(wireToolName("a".repeat(80))).not.toBe(wireToolName("a".repeat(81)));
    expect(originalNames([tool(odd)])(wire)).toBe(odd);
    const body = chatBody("m", [], {
      tools: [tool(odd)],
      toolChoice: { type: "function", function: { name: odd } },
    });
    expect(body.tool_choice).toEqual({ type: "function", function: { name: wire } });
  });
});
