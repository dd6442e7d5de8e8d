import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, call, delta } from "../testing/chat-chunks.js";
import { costGrowth } from "../testing/growth.js";
import { ChatAnswer } from "./answer.js";

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

  it.each(["length", "content_filter"])(
    "do not run when the answer ended with %s, even if they parse",
    (reason) => {
      const { chat } = answer(
        call({ index: 0, id: "a", function: { name: "one", arguments: "{}" } }),
        call({ index: 1, id: "b", function: { name: "two", arguments: '{"n":1}' } }),
        delta({}, reason),
      );
      const turn = chat.end();
      expect(turn.finishReason).toBe(reason);
      expect(turn.toolCalls).toEqual([]);
      expect(turn.invalidToolCalls.map(({ id }) => id)).toEqual(["a", "b"]);
    },
  );

  it("make the reason tool_calls when the server says stop, and leave content null", () => {
    const { chat } = answer(
      call({ index: 0, id: "a", function: { name: "one", arguments: "{}" } }),
      delta({}, "stop"),
    );
    const turn = chat.end();
    expect(turn.finishReason).toBe("tool_calls");
    expect(turn.message.content).toBeNull();
    expect(turn.toolCalls[0]?.arguments).toEqual({});
  });

  it("are not made of nothing: without arguments only a tool that has none may run", () => {
    const called = (takesNothing: boolean) => {
      const chat = new ChatAnswer(() => undefined, { takesNothing: () => takesNothing });
      chat.chunk(call({ index: 0, id: "a", function: { name: "one", arguments: "" } }));
      chat.chunk(finish);
      return chat.end();
    };
    expect(called(false).toolCalls).toEqual([]);
    expect(called(false).invalidToolCalls[0]?.reason).toContain("no arguments were sent");
    expect(called(true).toolCalls).toEqual([{ id: "a", name: "one", arguments: {} }]);
  });

  const oslo = { name: "look", arguments: '{"city":"Oslo"}' };
  const rome = { name: "look", arguments: '{"city":"Rome"}' };
  const cities = (...chunks: unknown[]) =>
    answer(...chunks, finish)
      .chat.end()
      .toolCalls.map(({ arguments: args }) => args["city"]);
  it.each([
    [
      "two ids on one index",
      [call({ index: 0, id: "a", function: oslo }), call({ index: 0, id: "b", function: rome })],
    ],
    ["no id and index 0 for all", [call({ index: 0, function: oslo }), call({ index: 0, function: rome })]],
    ["neither id nor index", [call({ function: oslo }), call({ function: rome })]],
    ["one id for both and no index", [call({ id: "a", function: oslo }), call({ id: "a", function: rome })]],
    [
      "the index as text, in turns",
      [
        call({ index: "0", id: "a", function: { name: "look", arguments: "" } }),
        call({ index: "1", id: "b", function: { name: "look", arguments: "" } }),
        call({ index: "0", function: { arguments: oslo.arguments } }),
        call({ index: "1", function: { arguments: rome.arguments } }),
      ],
    ],
    [
      "all in one delta, without index",
      [
        delta({
          tool_calls: [
            { id: "a", function: oslo },
            { id: "b", function: rome },
          ],
        }),
      ],
    ],
    ["no wrapper", [call({ id: "a", ...oslo }), call({ id: "b", ...rome })]],
  ])("that run in parallel are told apart with %s", (_, chunks) => {
    expect(cities(...chunks)).toEqual(["Oslo", "Rome"]);
  });

  it("are made once when the last chunk comes twice", () => {
    const last = {
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] },
          finish_reason: "tool_calls",
        },
      ],
    };
    const first = call({ index: 0, id: "a", function: { name: "look", arguments: '{"city":' } });
    expect(cities(first, last, last)).toEqual(["Oslo"]);
    const whole = {
      choices: [
        { index: 0, delta: { tool_calls: [{ index: 0, function: oslo }] }, finish_reason: "tool_calls" },
      ],
    };
    expect(cities(whole, whole)).toEqual(["Oslo"]);
    const message = {
      choices: [
        { index: 0, message: { tool_calls: [{ id: "a", function: oslo }] }, finish_reason: "tool_calls" },
      ],
    };
    expect(cities(call({ index: 0, id: "a", function: oslo }), message)).toEqual(["Oslo"]);
  });

  it("in the old form of one function are calls", () => {
    const { chat } = answer(
      delta({ function_call: { name: "look", arguments: '{"city":' } }),
      delta({ function_call: { arguments: '"Oslo"}' } }),
      delta({}, "function_call"),
    );
    expect(chat.end().toolCalls).toEqual([{ id: "call_0", name: "look", arguments: { city: "Oslo" } }]);
  });

  it("are shown piece by piece under the id and name they get", () => {
    const { chat, events } = answer(
      call({ index: 0, function: { name: "look", arguments: "" } }),
      call({ index: 0, function: { arguments: '{"city":' } }),
      call({ index: 0, function: { arguments: '"Oslo"}' } }),
      finish,
    );
    const [made] = chat.end().toolCalls;
    const pieces = events.flatMap((event) => (event.type === "tool-call-delta" ? [event] : []));
    expect(pieces.map(({ text }) => text).join("")).toBe('{"city":"Oslo"}');
    for (const piece of pieces) expect(piece).toMatchObject({ id: made?.id, name: "look" });
  });

  it("nested deeper than anything could walk are refused, not a crash", () => {
    const depth = 100_000;
    const deep = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    for (const args of [deep, JSON.parse(deep) as unknown]) {
      const { chat } = answer(
        call({ index: 0, id: "a", function: { name: "look", arguments: args } }),
        finish,
      );
      expect(chat.end().invalidToolCalls[0]?.reason).toContain("nest deeper");
    }
  });

  it("without ids cost per call no more when there are many", async () => {
    const growth = await costGrowth(
      (calls) => {
        const chat = new ChatAnswer(() => undefined);
        for (let index = 0; index < calls; index += 1) {
          chat.chunk(call({ index, function: { name: "look", arguments: "{}" } }));
        }
        chat.chunk(finish);
        expect(chat.end().toolCalls).toHaveLength(calls);
      },
      1000,
      20_000,
    );
    expect(growth).toBeLessThan(8);
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

  it("of a megabyte in 40,000 fragments cost per fragment no more than small ones", async () => {
    const growth = await costGrowth(
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
