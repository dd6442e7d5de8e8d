import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../provider/events.js";
import { costGrowth } from "../testing/growth.js";
import { type AnswerOptions, ChatAnswer } from "./answer.js";
import { BrokenAnswerError } from "./broken-answer.js";
import { FINISH_WORDS } from "./finish-reasons.js";
import { readServerError } from "./server-message.js";

const answer = (...chunks: unknown[]) => answerOf({}, ...chunks);
function answerOf(options: AnswerOptions, ...chunks: unknown[]) {
  const events: StreamEvent[] = [];
  const chat = new ChatAnswer((event) => events.push(event), options);
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

  it("is no success without a finish reason, with or without [DONE]", () => {
    expect(() => answer(delta({ content: "x" })).chat.end()).toThrow("without a finish reason");
    const { chat } = answer(delta({ content: "x" }));
    chat.data("[DONE]", "");
    expect(chat.isComplete).toBe(false);
    expect(() => chat.end()).toThrow("accept_done_without_finish");
  });

  const nothing: [string, object[]][] = [
    ["nothing at all", []],
    ["events that say nothing", [{}, { id: "x", model: "m", choices: [] }]],
    ["an answer that only names its role", [delta({ role: "assistant", content: "" })]],
    ["a count of tokens", [{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }]],
  ];
  it.each(nothing)("is no success when [DONE] follows %s, also for those who accept it", (_, chunks) => {
    for (const acceptDone of [true, false]) {
      const events: StreamEvent[] = [];
      const chat = new ChatAnswer((event) => events.push(event), { acceptDone });
      for (const chunk of chunks) chat.chunk(chunk);
      chat.data("[DONE]", "");
      expect(chat.isComplete).toBe(false);
      expect(() => chat.end()).toThrow("nothing in it and no finish reason");
      expect(events).toEqual([]);
    }
  });

  it.each([
    ["text", [delta({ content: "x" })]],
    ["reasoning", [delta({ reasoning: "x" })]],
    [
      "a vendor's reasoning block",
      [delta({ reasoning_details: [{ type: "reasoning.encrypted", data: "x" }] })],
    ],
    ["a tool call", [call({ index: 0, id: "a", function: { name: "f", arguments: "{}" } })]],
    ["a finish reason and no text", [delta({ content: "" }, "stop")]],
  ])("is a success for those who accept it when [DONE] follows %s", (_, chunks) => {
    const chat = new ChatAnswer(() => undefined, { acceptDone: true });
    for (const chunk of chunks) chat.chunk(chunk);
    chat.data("[DONE]", "");
    expect(["stop", "tool_calls"]).toContain(chat.end().finishReason);
  });

  it.each(FINISH_WORDS)("$word ($vendor) is read as $means", ({ word, means }) => {
    const camel = word.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const spelled of [word, word.toUpperCase(), camel]) {
      const read = () => answer(delta({ content: "x" }, spelled)).chat.end().finishReason;
      if (means === "failed") expect(read).toThrow(BrokenAnswerError);
      else expect(read()).toBe(means);
    }
  });

  it("takes a finish reason from a choice without delta", () => {
    expect(
      answer(delta({ content: "x" }), { choices: [{ finish_reason: "length" }] }).chat.end().finishReason,
    ).toBe("length");
  });

  it.each([
    "bored",
    "insufficient_system_resource",
    "network",
    "failed",
    "malformed_function_call",
    7,
    true,
    { a: 1 },
  ])("is no success with the reason %j", (reason) => {
    const chunk = { choices: [{ index: 0, delta: { content: "x" }, finish_reason: reason }] };
    expect(() => answer(chunk)).toThrow(/ended the answer with/);
  });

  it.each(["", "null", "None", null, false])("has not come with the reason %j", (reason) => {
    const chunk = { choices: [{ index: 0, delta: { content: "x" }, finish_reason: reason }] };
    expect(answer(chunk).chat.isComplete).toBe(false);
  });

  it("is proved by nothing but [DONE] when the server goes on after its reason", () => {
    const said = delta({ content: "x" }, "stop");
    const { chat } = answer(said, said);
    expect(chat.isComplete).toBe(false);
    expect(() => chat.end()).toThrow("went on after its finish reason");
    chat.data("[DONE]", "");
    expect(chat.end().text).toBe("xx");
  });

  it("stands, whatever follows it", () => {
    const { chat } = answer(delta({ content: "x" }, "stop"));
    for (const junk of ["{", "Internal error", '{"error":{"message":"late"}}', '"so"', "[1"]) {
      expect(chat.data(junk, "error")).toBe(false);
    }
    expect(chat.end()).toMatchObject({ text: "x", finishReason: "stop" });
  });

  it("shows no half of a character", () => {
    const { chat, events } = answer(
      delta({ content: "a \ud83c" }),
      delta({ content: "\udf0a b \ud83c" }),
      delta({}, "stop"),
    );
    expect(chat.end().text).toBe("a \ud83c\udf0a b \ud83c");
    const pieces = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
    expect(pieces).toEqual(["a ", "\ud83c\udf0a b ", "\ud83c"]);
  });

  it.each(["error", "abort"])("calls the reason %s a broken answer", (reason) => {
    expect(() => answer(delta({ content: "x" }, reason))).toThrow(BrokenAnswerError);
  });

  it("lets a native reason of length kind win over stop and tool_calls", () => {
    const native = (finish: string, nativeReason: string) =>
      answerOf(
        { upstreamFinish: "native_finish_reason" },
        {
          choices: [{ delta: { content: "x" }, finish_reason: finish, native_finish_reason: nativeReason }],
        },
      ).chat.end().finishReason;
    expect(native("stop", "MAX_TOKENS")).toBe("length");
    expect(native("tool_calls", "max_output_tokens")).toBe("length");
    expect(native("stop", "end_turn")).toBe("stop");
  });

  it.each([
    { error: { message: "dead", code: 500 } },
    { error: "dead" },
    { errors: [{ message: "dead" }] },
    { object: "error", message: "dead", code: 500 },
    { type: "error", error: { type: "overloaded_error", message: "dead" } },
    { detail: "dead" },
    { status: "failed", message: "dead" },
    { status: 500, title: "dead" },
    { message: "dead" },
    { code: "InvalidRequest", message: "dead", request_id: "1" },
    { error_code: 336, error_msg: "dead" },
    { base_resp: { status_code: 1013, status_msg: "dead" } },
    { success: false, msg: "dead" },
    { choices: [{ error: { message: "dead" } }] },
    { choices: [{ delta: { error: { message: "dead" } } }] },
    { choices: [{ delta: {}, finish_reason: "stop" }], status: "failed", message: "dead" },
    [{ error: { message: "dead" } }],
    "dead",
  ])("is broken by an error in the shape %j, in the server's words", (shape) => {
    const { chat } = answer(delta({ content: "x" }));
    const attempt = () => {
      chat.value(shape);
      chat.value(delta({}, "stop"));
      chat.data("[DONE]", "");
    };
    expect(attempt).toThrow(BrokenAnswerError);
    try {
      chat.value(shape);
    } catch (error) {
      expect(readServerError((error as BrokenAnswerError).reported).text).toBe("dead");
    }
  });

  it.each([
    ["error", '{"message":"dead"}'],
    ["error", "dead"],
    ["", "dead"],
    ["", '{"choices":[{"delta":{"con'],
  ])("is broken by the event %j with %s", (event, data) => {
    expect(() => answer(delta({ content: "x" })).chat.data(data, event)).toThrow(BrokenAnswerError);
  });

  it.each(["", " ", "null", "ping", "[PING]", "true", "{}", '{"type":"ping"}', '"keep-alive"', "[]", ": hb"])(
    "is not touched by the heartbeat %j",
    (data) => {
      const { chat } = answer(delta({ content: "x" }));
      expect(chat.data(data, "")).toBe(false);
      chat.chunk(delta({}, "stop"));
      expect(chat.end().text).toBe("x");
    },
  );

  it.each(["[DONE]", "[DONE] ", "\t[DONE]", '"[DONE]"', "[done]"])("is marked by %j", (data) => {
    const { chat } = answer(delta({ content: "x" }, "stop"));
    chat.data(data, "");
    expect(chat.isDone).toBe(true);
  });
});

describe("odd chunks", () => {
  const texts = (...chunks: unknown[]) => answer(...chunks, delta({}, "stop")).chat.end().text;
  const message = (content: unknown, finish: string | null = null) => ({
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finish }],
  });

  it("with numbers as content are text", () => {
    expect(texts(delta({ content: 4 }), delta({ content: 2 }))).toBe("42");
  });

  it("with a message in place of a delta give their text once", () => {
    const said = [delta({ content: "so it " }), delta({ content: "is" })];
    expect(answer(...said, message("so it is", "stop")).chat.end().text).toBe("so it is");
    expect(answer(...said, message("so it is done", "stop")).chat.end().text).toBe("so it is done");
    expect(answer(message("so"), message(" it"), message(" is", "stop")).chat.end().text).toBe("so it is");
    expect(answer(message("so"), message("so it"), message("so it is", "stop")).chat.end().text).toBe(
      "so it is",
    );
    expect(answer(message("ha"), message("ha"), message("ha!", "stop")).chat.end().text).toBe("hahaha!");
  });

  it("of another choice are kept apart", () => {
    const other = (content: string, finish: string | null = null) => ({
      choices: [{ index: 1, delta: { content }, finish_reason: finish }],
    });
    expect(texts(delta({ content: "a" }), other("X"), delta({ content: "b" }), other("Y", "length"))).toBe(
      "ab",
    );
    expect(answer(other("X"), other("Y", "stop")).chat.end().text).toBe("XY");
  });

  it("that share one event are read one by one", () => {
    const { chat } = answer();
    chat.data(
      `${JSON.stringify(delta({ content: "a" }))}\n${JSON.stringify(delta({ content: "b" }, "stop"))}`,
      "",
    );
    expect(chat.end().text).toBe("ab");
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

  it("without ids cost per call no more when there are many", () => {
    const growth = costGrowth(
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
