import fc from "fast-check";
import { expect } from "vitest";
import type { StreamEvent, Turn } from "@framework/shared";
import { ChatAnswer } from "../../packages/shared/src/chat/answer.js";
import { BrokenAnswerError } from "../../packages/shared/src/chat/broken-answer.js";
import { LineTooLongError, SseParser } from "../../packages/shared/src/http/sse.js";
import { cuts, mutated, split } from "./mutate.js";
import { recordStreams } from "./recordings.js";
import { allowing, type Target } from "./target.js";

const tokens = [
  "\r",
  "\n",
  "\n\n",
  "data:",
  "data: [DONE]\n\n",
  "event: error\n",
  ": ping\n\n",
  "\uFEFF",
  "null",
  '"finish_reason":"stop"',
  '"finish_reason":"error"',
  '"error":{"message":"x"},',
  '"content":[{"text":"a"}]',
  '"index":-1',
  '"index":1e308',
  '"index":"__proto__"',
  '"arguments":{}',
  '"arguments":7',
  '"choices":[]',
  '"choices":[null]',
  '"delta":[]',
  '"tool_calls":[null]',
  '"tool_calls":{"length":4}',
  "[".repeat(2000),
  "\ud800",
];

const LINE_LIMIT = 20_000;

/** Every event of a stream that comes in these pieces; the last one says how it ended. */
function events(pieces: readonly string[]): string[] {
  const seen: string[] = [];
  const parser = new SseParser({ onData: (data, event) => seen.push(`${event}|${data}`) }, LINE_LIMIT);
  const error = allowing([LineTooLongError], () => {
    for (const piece of pieces) parser.feed(piece);
    parser.end();
  });
  return error ? [...seen, error.name] : seen;
}

const sse: Target = {
  name: "SSE parser",
  runs: 300,
  async property() {
    const streams = await recordStreams();
    return fc.property(mutated(streams, tokens), cuts, (text, places) => {
      expect(events(split(text, places))).toEqual(events([text]));
    });
  },
};

/** What must be true of a turn that was given as finished. */
function checkTurn(turn: Turn, emitted: readonly StreamEvent[], declaredEnd: boolean): void {
  expect(declaredEnd, "finished without a finish reason or [DONE]").toBe(true);
  const shown = emitted.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  expect(turn.text).toBe(shown);
  for (const call of turn.toolCalls) {
    expect(call.arguments).toBeTypeOf("object");
    expect(Array.isArray(call.arguments) || call.arguments === null).toBe(false);
    expect(call.id).not.toBe("");
  }
  expect(new Set(turn.toolCalls.map(({ id }) => id)).size).toBe(turn.toolCalls.length);
  expect(() => JSON.stringify(turn)).not.toThrow();
}

const chatStream: Target = {
  name: "chat stream",
  runs: 300,
  async property() {
    const streams = await recordStreams();
    return fc.property(mutated(streams, tokens), cuts, (text, places) => {
      const emitted: StreamEvent[] = [];
      const answer = new ChatAnswer((event) => emitted.push(event));
      let declaredEnd = false;
      const onData = (data: string, event: string) => {
        if (answer.isDone) return;
        declaredEnd ||= data === "[DONE]" || /"finish_reason"\s*:\s*"/.test(data);
        answer.data(data, event);
      };
      const parser = new SseParser({ onData }, LINE_LIMIT);
      allowing([BrokenAnswerError, LineTooLongError], () => {
        for (const piece of split(text, places)) parser.feed(piece);
        parser.end();
        checkTurn(answer.end(), emitted, declaredEnd);
      });
    });
  },
};

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("", "stop", "length", "x", -1, 1e300, [], {}, [null], [[]]),
);
const fields = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
const toolCall = fc.oneof(
  anything,
  fc.record({ index: anything, id: anything, function: fields("name", "arguments") }, { requiredKeys: [] }),
);
const delta = fc.oneof(
  anything,
  fields("content", "reasoning", "reasoning_content", "reasoning_details", "refusal"),
  fc.record({ tool_calls: fc.array(toolCall, { maxLength: 3 }) }),
);
const choice = fc.oneof(
  anything,
  fc.record(
    { delta, message: delta, finish_reason: anything, native_finish_reason: anything, error: anything },
    { requiredKeys: [] },
  ),
);
const chunk = fc.oneof(
  anything,
  fc.record(
    { choices: fc.oneof(anything, fc.array(choice, { maxLength: 2 })), usage: anything, model: anything },
    { requiredKeys: [] },
  ),
);

const chatChunks: Target = {
  name: "chat chunks of any shape",
  runs: 500,
  property: () =>
    fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
      const emitted: StreamEvent[] = [];
      const answer = new ChatAnswer((event) => emitted.push(event));
      allowing([BrokenAnswerError], () => {
        for (const value of chunks) answer.chunk(value);
        const declaredEnd = JSON.stringify(chunks).includes('"finish_reason":"');
        checkTurn(answer.end(), emitted, declaredEnd);
      });
    }),
};

export const wireTargets: readonly Target[] = [sse, chatStream, chatChunks];
