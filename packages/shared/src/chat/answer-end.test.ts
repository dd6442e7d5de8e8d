import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../provider/events.js";
import { answer, answerOf, call, delta } from "../testing/chat-chunks.js";
import { ChatAnswer } from "./answer.js";
import { BrokenAnswerError } from "./broken-answer.js";
import { FINISH_WORDS } from "./finish-reasons.js";
import { readServerError } from "./server-message.js";

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
