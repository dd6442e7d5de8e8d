import { describe, expect, it } from "vitest";
import type { StreamEvent, Turn } from "./events.js";
import { createTurnStream, type EventSink } from "./turn-stream.js";

const turn: Turn = {
  text: "",
  reasoning: "",
  toolCalls: [],
  invalidToolCalls: [],
  finishReason: "stop",
  message: { role: "assistant", content: "" },
};
const text = (value: string): StreamEvent => ({ type: "text-delta", text: value });

describe("createTurnStream", () => {
  it("gives the events in order, then the turn", async () => {
    const stream = createTurnStream(async (sink) => {
      sink.push(text("a"));
      await Promise.resolve();
      sink.push(text("b"));
      return turn;
    });
    const seen: StreamEvent[] = [];
    for await (const event of stream) seen.push(event);
    expect(seen).toEqual([text("a"), text("b")]);
    expect(await stream.result()).toBe(turn);
  });

  it("does not start before it is read", async () => {
    let started = false;
    const stream = createTurnStream(async () => {
      started = true;
      return turn;
    });
    expect(started).toBe(false);
    await stream.result();
    expect(started).toBe(true);
  });

  it("throws after the events that came before the failure", async () => {
    const stream = createTurnStream(async (sink) => {
      sink.push(text("a"));
      throw new Error("broke");
    });
    const seen: StreamEvent[] = [];
    await expect(
      (async () => {
        for await (const event of stream) seen.push(event);
      })(),
    ).rejects.toThrow("broke");
    expect(seen).toEqual([text("a")]);
    await expect(stream.result()).rejects.toThrow("broke");
  });

  it("aborts when the loop is left", async () => {
    let aborted = false;
    const stream = createTurnStream(
      (sink, signal) =>
        new Promise<Turn>((resolve) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            resolve({ ...turn, finishReason: "cancelled" });
          });
          sink.push(text("a"));
        }),
    );
    for await (const event of stream) {
      expect(event).toEqual(text("a"));
      break;
    }
    expect(aborted).toBe(true);
    expect((await stream.result()).finishReason).toBe("cancelled");
  });

  it("asks the producer to pause when the reader falls behind, and to go on when it caught up", async () => {
    let sink: EventSink | undefined;
    let finish: (() => void) | undefined;
    const stream = createTurnStream(
      (given) =>
        new Promise<Turn>((resolve) => {
          sink = given;
          finish = () => resolve(turn);
          given.push(text("0"));
        }),
    );
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    if (!sink) throw new Error("not started");
    let count = 0;
    while (!sink.full) sink.push(text(String((count += 1))));
    let resumed = false;
    sink.onSpace = () => {
      resumed = true;
      finish?.();
    };
    for (let read = 0; read < count; read += 1) await iterator.next();
    expect(resumed).toBe(true);
    expect((await iterator.next()).done).toBe(true);
  });

  it("lets the events go when only the result is wanted", async () => {
    const stream = createTurnStream(async (sink) => {
      for (let n = 0; n < 5000; n += 1) sink.push(text("x"));
      expect(sink.full).toBe(false);
      return turn;
    });
    await stream.result();
  });
});
