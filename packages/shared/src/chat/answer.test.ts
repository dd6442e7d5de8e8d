import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../provider/events.js";
import { costGrowth } from "../testing/growth.js";
import { BrokenAnswerError, ChatAnswer } from "./answer.js";

function answer(...chunks: unknown[]) {
  const events: StreamEvent[] = [];
  const chat = new ChatAnswer((event) => events.push(event));
  for (const chunk of chunks) chat.chunk(chunk);
  return { chat, events };
}
const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
const call = (fields: object) => delta({ tool_calls: [fields] });

describe("text and reasoning", () => {
  it("keeps them apart and in order", () => {
    const { chat, events } = answer(
      delta({ reasoning_content: "hm " }),
      delta({ reasoning: "so" }),
      delta({ content: "yes" }),
      delta({}, "stop"),
    );
    const turn = chat.end();
    expect(turn).toMatchObject({ text: "yes", reasoning: "hm so", finishReason: "stop" });
    expect(events.map(({ type }) => type)).toEqual([
      "reasoning-delta",
      "reasoning-delta",
      "text-delta",
      "finish",
    ]);
  });

  it("sends reasoning details back as the vendor sent them, put together by index and type", () => {
    const { chat } = answer(
      delta({
        reasoning: "a",
        reasoning_details: [{ type: "reasoning.text", text: "a", index: 0, format: "f" }],
      }),
      delta({
        reasoning: "b",
        reasoning_details: [{ type: "reasoning.text", text: "b", index: 0, signature: "s" }],
      }),
      delta({ reasoning_details: [{ type: "reasoning.encrypted", data: "xyz", index: 1, id: "r1" }] }),
      delta({ content: "done" }, "stop"),
    );
    const turn = chat.end();
    expect(turn.reasoning).toBe("ab");
    expect(turn.message.reasoning_details).toEqual([
      { type: "reasoning.text", text: "ab", index: 0, format: "f", signature: "s" },
      { type: "reasoning.encrypted", data: "xyz", index: 1, id: "r1" },
    ]);
  });

  it("reads content given as parts, and a refusal", () => {
    expect(
      answer(
        delta(
          {
            content: [
              { type: "text", text: "a" },
              { type: "text", text: "b" },
            ],
          },
          "stop",
        ),
      ).chat.end().text,
    ).toBe("ab");
    expect(answer(delta({ content: null, refusal: "No." }, "stop")).chat.end().text).toBe("No.");
  });
});

describe("the end of an answer", () => {
  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["max_tokens", "length"],
    ["content_filter", "content_filter"],
    ["function_call", "tool_calls"],
  ])("reads %s as %s", (wire, reason) => {
    expect(answer(delta({ content: "x" }, wire)).chat.end().finishReason).toBe(reason);
  });

  it("is no success without a finish reason or [DONE]", () => {
    expect(() => answer(delta({ content: "x" })).chat.end()).toThrow(BrokenAnswerError);
    const { chat } = answer(delta({ content: "x" }));
    chat.data("[DONE]", "");
    expect(chat.end().finishReason).toBe("stop");
  });

  it.each([
    ["nothing at all", []],
    ["events that say nothing", [{}, { id: "x", model: "m", choices: [] }]],
    ["an answer that only names its role", [delta({ role: "assistant", content: "" })]],
  ])("is no success when [DONE] follows %s", (_, chunks) => {
    const { chat, events } = answer(...chunks);
    chat.data("[DONE]", "");
    expect(chat.isComplete).toBe(false);
    expect(() => chat.end()).toThrow("nothing in it and no finish reason");
    expect(events).toEqual([]);
  });

  it.each([
    ["text", [delta({ content: "x" })]],
    ["reasoning", [delta({ reasoning: "x" })]],
    [
      "a vendor's reasoning block",
      [delta({ reasoning_details: [{ type: "reasoning.encrypted", data: "x" }] })],
    ],
    ["a tool call", [call({ index: 0, id: "a", function: { name: "f", arguments: "{}" } })]],
    ["a count of tokens", [{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }]],
    ["a finish reason and no text", [delta({ content: "" }, "stop")]],
  ])("is a success when [DONE] follows %s", (_, chunks) => {
    const { chat } = answer(...chunks);
    chat.data("[DONE]", "");
    expect(["stop", "tool_calls"]).toContain(chat.end().finishReason);
  });

  it("takes a finish reason from a choice without delta", () => {
    expect(
      answer(delta({ content: "x" }), { choices: [{ finish_reason: "length" }] }).chat.end().finishReason,
    ).toBe("length");
  });

  it("says so when the reason is unknown, instead of calling it a stop silently", () => {
    const { chat, events } = answer(delta({ content: "x" }, "bored"));
    expect(chat.end().finishReason).toBe("stop");
    expect(events).toContainEqual({
      type: "notice",
      text: 'The server ended with the unknown reason "bored".',
    });
  });

  it.each(["error", "abort"])("calls the reason %s a broken answer", (reason) => {
    expect(() => answer(delta({ content: "x" }, reason))).toThrow(BrokenAnswerError);
  });

  it("lets a native reason of length kind win over stop and tool_calls", () => {
    const native = (finish: string, nativeReason: string) =>
      answer({
        choices: [{ delta: { content: "x" }, finish_reason: finish, native_finish_reason: nativeReason }],
      }).chat.end().finishReason;
    expect(native("stop", "MAX_TOKENS")).toBe("length");
    expect(native("tool_calls", "max_output_tokens")).toBe("length");
    expect(native("stop", "end_turn")).toBe("stop");
  });

  it("is broken by a top-level error, an error event, and an error in the choice", () => {
    expect(() => answer({ error: { message: "dead", code: 500 } })).toThrow(BrokenAnswerError);
    expect(() => answer({ choices: [{ error: { message: "dead" } }] })).toThrow(BrokenAnswerError);
    expect(() => answer().chat.data('{"message":"dead"}', "error")).toThrow(BrokenAnswerError);
  });
});

describe("usage", () => {
  it("takes the last one, wherever it stands, and tells cached and reasoning tokens apart", () => {
    const { chat, events } = answer(
      { ...delta({ content: "x" }), usage: { prompt_tokens: 1, completion_tokens: 1 } },
      delta({}, "stop"),
      {
        choices: [],
        usage: {
          prompt_tokens: 10,
          completion_tokens: 5,
          total_tokens: 15,
          cost: 0,
          prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 1 },
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      },
    );
    const usage = {
      prompt_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      cached_tokens: 8,
      cache_write_tokens: 1,
      reasoning_tokens: 2,
      cost: 0,
    };
    expect(chat.end().usage).toEqual(usage);
    expect(events.filter(({ type }) => type === "usage")).toEqual([{ type: "usage", ...usage }]);
  });

  it("is not replaced by a null in a later chunk", () => {
    const { chat } = answer(
      { ...delta({ content: "x" }, "stop"), usage: { prompt_tokens: 3, completion_tokens: 4 } },
      { choices: [], usage: null },
    );
    expect(chat.end().usage?.total_tokens).toBe(7);
  });
});

describe("tool calls", () => {
  it("two calls that the server gave the same id get ids of their own", () => {
    const lookup = (index: number, city: string) =>
      call({ index, id: "call_1", function: { name: "lookup", arguments: JSON.stringify({ city }) } });
    const { chat } = answer(lookup(0, "Oslo"), lookup(1, "Rome"), delta({}, "tool_calls"));
    const { toolCalls, message } = chat.end();
    expect(toolCalls).toMatchObject([{ arguments: { city: "Oslo" } }, { arguments: { city: "Rome" } }]);
    const ids = toolCalls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(message.tool_calls?.map(({ id }) => id)).toEqual(ids);
  });

  const finish = delta({}, "tool_calls");

  it("are put together by index, with interleaved fragments", () => {
    const { chat } = answer(
      call({ index: 0, id: "a", function: { name: "one", arguments: '{"x"' } }),
      call({ index: 1, id: "b", function: { name: "two", arguments: '{"y"' } }),
      call({ index: 0, function: { arguments: ":1}" } }),
      call({ index: 1, function: { arguments: ":2}" } }),
      finish,
    );
    expect(chat.end().toolCalls).toEqual([
      { id: "a", name: "one", arguments: { x: 1 } },
      { id: "b", name: "two", arguments: { y: 2 } },
    ]);
  });

  it("without an index go by id, and without both to the latest call", () => {
    const { chat } = answer(
      call({ id: "a", function: { name: "one", arguments: '{"x"' } }),
      call({ function: { arguments: ":1}" } }),
      call({ id: "b", function: { name: "two", arguments: '{"y"' } }),
      call({ function: { arguments: ":2}" } }),
      finish,
    );
    expect(chat.end().toolCalls.map(({ arguments: args }) => args)).toEqual([{ x: 1 }, { y: 2 }]);
  });

  it("take a later id, replace a repeated name, and accept arguments as an object", () => {
    const { chat } = answer(
      call({ index: 0, id: "first", function: { name: "one", arguments: "" } }),
      call({ index: 0, id: "later", function: { name: "one", arguments: { x: 1 } } }),
      finish,
    );
    expect(chat.end().toolCalls).toEqual([{ id: "later", name: "one", arguments: { x: 1 } }]);
  });

  it("get an id of their own when the server never sends one, unlike any that it did send", () => {
    const { chat } = answer(
      call({ index: 0, id: "call_1", function: { name: "one", arguments: "{}" } }),
      call({ index: 1, function: { name: "two", arguments: "{}" } }),
      finish,
    );
    const ids = chat.end().toolCalls.map(({ id }) => id);
    expect(ids[0]).toBe("call_1");
    expect(new Set(ids).size).toBe(2);
  });

  it("do not run when the arguments are broken, and keep the raw text; history stays valid", () => {
    const { chat, events } = answer(
      call({ index: 0, id: "a", function: { name: "one", arguments: '{"x": ' } }),
      finish,
    );
    const turn = chat.end();
    expect(turn.toolCalls).toEqual([]);
    expect(turn.invalidToolCalls[0]).toMatchObject({ id: "a", raw: '{"x": ' });
    expect(turn.message.tool_calls?.[0]?.function.arguments).toBe("{}");
    expect(events.some(({ type }) => type === "tool-call")).toBe(false);
  });

  it("do not run when the answer was cut, even if what came parses; complete ones before do", () => {
    const { chat } = answer(
      call({ index: 0, id: "a", function: { name: "one", arguments: "{}" } }),
      call({ index: 1, id: "b", function: { name: "two", arguments: '{"n":1}' } }),
      delta({}, "length"),
    );
    const turn = chat.end();
    expect(turn.finishReason).toBe("length");
    expect(turn.toolCalls.map(({ id }) => id)).toEqual(["a"]);
    expect(turn.invalidToolCalls.map(({ id }) => id)).toEqual(["b"]);
  });

  it("make the reason tool_calls when the server says stop, and leave content null", () => {
    const { chat } = answer(
      call({ index: 0, id: "a", function: { name: "one", arguments: "" } }),
      delta({}, "stop"),
    );
    const turn = chat.end();
    expect(turn.finishReason).toBe("tool_calls");
    expect(turn.message.content).toBeNull();
    expect(turn.toolCalls[0]?.arguments).toEqual({});
  });

  it("come out whole however the arguments are cut", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(fc.nat(), { maxLength: 30 }),
        (args, cuts) => {
          const text = JSON.stringify(args);
          const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
          const pieces = [...places, text.length].map((end, index) =>
            text.slice(index === 0 ? 0 : places[index - 1], end),
          );
          const { chat } = answer(
            call({ index: 0, id: "a", function: { name: "one" } }),
            ...pieces.map((piece) => call({ index: 0, function: { arguments: piece } })),
            finish,
          );
          expect(chat.end().toolCalls[0]?.arguments).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it("of a megabyte in 40,000 fragments cost per fragment no more than small ones", () => {
    const growth = costGrowth(
      (fragments) => {
        const chat = new ChatAnswer(() => undefined);
        chat.chunk(call({ index: 0, id: "a", function: { name: "one", arguments: '{"text":"' } }));
        const piece = call({ index: 0, function: { arguments: "x".repeat(25) } });
        for (let n = 0; n < fragments; n += 1) chat.chunk(piece);
        chat.chunk(call({ index: 0, function: { arguments: '"}' } }));
        chat.chunk(finish);
        expect(chat.end().toolCalls).toHaveLength(1);
      },
      2000,
      40_000,
    );
    expect(growth).toBeLessThan(8);
  });
});

describe("hostile chunks", () => {
  it("never do anything but break the answer", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (chunks) => {
        const { chat } = answer();
        try {
          for (const chunk of chunks) chat.data(JSON.stringify(chunk), "");
          chat.end();
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenAnswerError);
        }
      }),
    );
  });

  it("with odd types where objects belong are survived", () => {
    const odd = [null, 1, "x", [], {}, [null], [1]];
    for (const value of odd) {
      const { chat } = answer();
      const attempt = () => {
        chat.chunk({ choices: value, usage: value, model: value });
        chat.chunk({ choices: [{ delta: value }] });
        chat.chunk(delta({ content: value, tool_calls: value, reasoning_details: value }));
        chat.chunk(delta({ tool_calls: [value] }));
        chat.chunk(delta({ tool_calls: [{ index: value, id: value, function: value }] }));
        chat.chunk(delta({}, "stop"));
        chat.end();
      };
      expect(attempt, JSON.stringify(value)).not.toThrow();
    }
  });
});
