import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, delta } from "../testing/chat-chunks.js";
import { BrokenAnswerError } from "./broken-answer.js";

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
