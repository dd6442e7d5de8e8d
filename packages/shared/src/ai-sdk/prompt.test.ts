import { expect, it } from "vitest";
import { readPrompt } from "./prompt.js";

it("maps a whole conversation", () => {
  const details = [{ type: "reasoning.encrypted", data: "abc" }];
  const messages = readPrompt(
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Weather?" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "A tool knows." },
          { type: "text", text: "I look " },
          { type: "text", text: "it up." },
          {
            type: "tool-call",
            toolCallId: "a",
            toolName: "lookup",
            input: { city: "Oslo" },
            providerOptions: { mine: { reasoning_details: details } },
          },
          { type: "tool-call", toolCallId: "x", toolName: "search", input: {}, providerExecuted: true },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "a",
            toolName: "lookup",
            output: { type: "json", value: { weather: "rainy" } },
          },
        ],
      },
    ],
    "mine",
  );
  expect(messages).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: "I look it up.",
      tool_calls: [{ id: "a", type: "function", function: { name: "lookup", arguments: '{"city":"Oslo"}' } }],
      reasoning_details: details,
    },
    { role: "tool", results: [{ tool_call_id: "a", content: '{"weather":"rainy"}' }] },
  ]);
});

it("keeps one vendor's reasoning blocks from another", () => {
  const providerOptions = { other: { reasoning_details: [{ data: "abc" }] } };
  expect(
    readPrompt([{ role: "assistant", content: [{ type: "text", text: "Salt.", providerOptions }] }], "mine"),
  ).toEqual([{ role: "assistant", content: "Salt." }]);
});

const result = (output: unknown) => {
  const part = { type: "tool-result", toolCallId: "a", toolName: "t", output } as never;
  const [message] = readPrompt([{ role: "tool", content: [part] }], "mine");
  return message && "results" in message ? message.results[0]?.content : undefined;
};

it.each([
  [{ type: "text", value: "fine" }, "fine"],
  [{ type: "error-text", value: "broken" }, "broken"],
  [{ type: "error-json", value: { code: 7 } }, '{"code":7}'],
  [{ type: "execution-denied", reason: "not now" }, "not now"],
  [{ type: "execution-denied" }, "The user denied this tool call."],
  [
    {
      type: "content",
      value: [
        { type: "text", text: "Look:" },
        { type: "image-data", data: "AAAA", mediaType: "image/png" },
        { type: "image-url", url: "https://pictures.test/a.png" },
      ],
    },
    [
      { type: "text", text: "Look:" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "image_url", image_url: { url: "https://pictures.test/a.png" } },
    ],
  ],
])("maps the tool result %j", (output, content) => {
  expect(result(output)).toEqual(content);
});

it.each([
  [{ type: "file", data: "AAAA", mediaType: "audio/wav" }, /audio\/wav/],
  [{ type: "file", data: "AAAA", mediaType: "image/*" }, /image\/\*/],
  [{ type: "file", data: new URL("https://files.test/a.pdf"), mediaType: "application/pdf" }, /pdf/],
])("refuses %j", (part, message) => {
  expect(() => readPrompt([{ role: "user", content: [part as never] }], "mine")).toThrow(message);
});
