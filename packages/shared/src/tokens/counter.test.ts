import { describe, expect, it } from "vitest";
import type { Message, Tool } from "../provider/messages.js";
import { TokenCounter } from "./counter.js";

const ENGLISH = "The house by the river is small and old, but all of us are fond of it. ";
const THAI = "บ้านหลังเล็กริมแม่น้ำเก่าแล้ว แต่พวกเราทุกคนก็รักมัน ";
const user = (text: string, times = 1): Message => ({ role: "user", content: text.repeat(times) });
const width = ({ low, high }: { low: number; high: number }) => high / low;

describe("a prompt", () => {
  it("counts every message, call, parallel result and tool schema", () => {
    const size = (messages: Message[], tools?: Tool[]) => new TokenCounter().measure(messages, tools).usual;
    const base = size([user(ENGLISH)]);
    expect(size([user(ENGLISH), user(ENGLISH)])).toBeGreaterThan(base + 15);
    const call = { id: "1", type: "function" as const, function: { name: "f", arguments: ENGLISH } };
    const asked: Message = { role: "assistant", content: null, tool_calls: [call] };
    expect(size([user(ENGLISH), asked])).toBeGreaterThan(base + 15);
    const results = [1, 2, 3].map((id) => ({ tool_call_id: String(id), content: ENGLISH }));
    expect(size([user(ENGLISH), { role: "tool", results }])).toBeGreaterThan(base + 45);
    const tool: Tool = { type: "function", function: { name: "f", description: ENGLISH.repeat(10) } };
    expect(size([user(ENGLISH)], [tool])).toBeGreaterThan(base + 250);
  });

  it("counts a picture by the picture, not by the size of its file", () => {
    const picture = (url: string): Message => ({
      role: "user",
      content: [{ type: "image_url", image_url: { url } }],
    });
    const measure = (url: string) => new TokenCounter().measure([picture(url)]);
    const jpeg = (bytes: number) => measure(`data:image/jpeg;base64,${"A".repeat(bytes)}`);
    expect(jpeg(10)).toEqual(jpeg(1_000_000));
    expect(jpeg(10).low).toBeGreaterThanOrEqual(64);
    const png = (wide: number, tall: number) => {
      const head = Buffer.alloc(64);
      head.write("\u0089PNG\r\n\u001a\n", "latin1");
      head.writeUInt32BE(wide, 16);
      head.writeUInt32BE(tall, 20);
      return measure(`data:image/png;base64,${head.toString("base64")}`).high;
    };
    expect(png(3840, 2160)).toBeGreaterThan(3 * png(100, 100));
    expect(png(2 ** 31, 2 ** 31)).toBeLessThan(20_000);
  });
});

describe("what the backend counted", () => {
  it("is exact for what it counted", () => {
    const counter = new TokenCounter();
    const counted = [user(ENGLISH, 100)];
    counter.learn(counted, [], 2000);
    expect(counter.measure(counted)).toEqual({ low: 2000, usual: 2000, high: 2000, counted: 2000 });
    const { low, high, counted: known } = counter.measure([...counted, user(ENGLISH, 10)]);
    expect(known).toBe(2000);
    expect(low).toBeGreaterThan(2100);
    expect(high).toBeLessThan(2400);
  });

  it("narrows the range of the same writing, and leaves other writing alone", () => {
    const counter = new TokenCounter();
    const before = [user(ENGLISH, 50), user(THAI, 50)].map((message) => counter.measure([message]));
    counter.learn([user(ENGLISH, 200)], [], 3600);
    const after = [user(ENGLISH, 50), user(THAI, 50)].map((message) => counter.measure([message]));
    expect(width(after[0]!)).toBeLessThan(width(before[0]!) * 0.95);
    expect(after[1]).toEqual(before[1]);
  });

  it("for a short prompt says little about a long one", () => {
    const counter = new TokenCounter();
    const before = counter.measure([user(ENGLISH, 100)]);
    counter.learn([user("Hi")], [], 300);
    expect(counter.measure([user(ENGLISH, 100)]).usual / before.usual).toBeCloseTo(1, 1);
  });

  it("no longer holds when the messages are others", () => {
    const counter = new TokenCounter();
    const [first, second, third] = [user("a"), user("b"), user("c")];
    counter.learn([first, second], [], 700);
    const known = (...messages: Message[]) => counter.measure(messages).counted;
    expect(known(first, second, third)).toBe(700);
    expect([known(first, third), known(third, second), known(first)]).toEqual([0, 0, 0]);
    counter.forget();
    expect(known(first, second, third)).toBe(0);
    counter.learn([first], [], 0);
    expect(known(first)).toBe(0);
  });
});
