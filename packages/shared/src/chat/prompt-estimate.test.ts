import { describe, expect, it } from "vitest";
import type { Message, Tool } from "../provider/messages.js";
import { chatBody } from "./request.js";
import { estimatePromptTokens } from "./prompt-estimate.js";

const estimate = (messages: Message[], tools?: Tool[]) =>
  estimatePromptTokens(chatBody("m", messages, tools ? { tools } : {}));
const user = (content: string): Message => ({ role: "user", content });

describe("the estimate", () => {
  it("is not below what tokenizers make of prose and of Chinese", () => {
    // Four characters to a token in English, about one character in Chinese.
    expect(estimate([user("the sea ".repeat(1000))])).toBeGreaterThanOrEqual(2000);
    expect(estimate([user("海".repeat(1000))])).toBeGreaterThanOrEqual(1000);
  });

  it("counts tools, tool calls and results, and every message", () => {
    const base = estimate([user("x")]);
    const tool: Tool = { type: "function", function: { name: "lookup", description: "y".repeat(300) } };
    expect(estimate([user("x")], [tool])).toBeGreaterThan(base + 99);
    const call = {
      id: "1",
      type: "function" as const,
      function: { name: "lookup", arguments: `{"a":"${"z".repeat(300)}"}` },
    };
    const withCall: Message[] = [
      user("x"),
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "1", content: "r".repeat(300) },
    ];
    expect(estimate(withCall)).toBeGreaterThan(base + 200);
    expect(estimate([user(""), user("")])).toBe(2 * estimate([user("")]));
  });

  it("counts a picture by the picture, not by the size of its file", () => {
    const picture = (bytes: number): Message => ({
      role: "user",
      content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(bytes)}` } }],
    });
    expect(estimate([picture(10)])).toBe(estimate([picture(1_000_000)]));
    expect(estimate([picture(10)])).toBeGreaterThan(1000);
  });
});
