import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { LineTooLongError, SseParser } from "./sse.js";

function parse(chunks: readonly string[], maxLine = 1_000_000): string[] {
  const seen: string[] = [];
  const parser = new SseParser({ onData: (data, event) => seen.push(`${event}|${data}`) }, maxLine);
  for (const chunk of chunks) parser.feed(chunk);
  parser.end();
  return seen;
}

/** An independent parser, as the judge. */
function judge(text: string): string[] {
  const seen: string[] = [];
  const parser = createParser({ onEvent: ({ data, event }) => seen.push(`${event ?? ""}|${data}`) });
  parser.feed(`${text}\n\n`);
  return seen;
}

function split(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(index === 0 ? 0 : places[index - 1], end));
}

const line = fc.oneof(
  fc.constantFrom(
    "data: {}",
    "data:x",
    "data:",
    "data: a b",
    ": comment",
    "event: ping",
    "id: 7",
    "retry: 5",
    "",
    "junk",
  ),
  fc.string({ maxLength: 12 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, "")}`),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 40 })
  .map((lines) => lines.map((pair) => pair.join("")).join(""));

describe("SseParser", () => {
  it("gives the same events however the text is cut", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
        expect(parse(split(text, cuts))).toEqual(parse([text]));
      }),
    );
  });

  it("agrees with an independent parser", () => {
    fc.assert(
      fc.property(stream, (text) => {
        expect(parse([text])).toEqual(judge(text));
      }),
    );
  });

  it("drops a byte order mark at the start only", () => {
    expect(parse(["\uFEFFdata: a\n\ndata: \uFEFF\n\n"])).toEqual(["|a", "|\uFEFF"]);
  });

  it("joins several data lines, needs no space, and names the event", () => {
    expect(parse(["event: error\ndata:a\ndata: b\n\n"])).toEqual(["error|a\nb"]);
  });

  it("counts a last event whose blank line is missing", () => {
    expect(parse(["data: [DONE]"])).toEqual(["|[DONE]"]);
  });

  it("refuses a line that never ends before it fills the memory", () => {
    const parser = new SseParser({ onData: () => undefined }, 1000);
    expect(() => {
      for (let n = 0; n < 10_000; n += 1) parser.feed("data: never a newline ");
    }).toThrow(LineTooLongError);
  });

  it("takes a long line in many pieces at a cost per piece that does not grow", async () => {
    const growth = await costGrowth(
      (pieces) => {
        const parser = new SseParser({ onData: () => undefined }, Number.MAX_SAFE_INTEGER);
        const piece = "x".repeat(64);
        parser.feed("data: ");
        for (let n = 0; n < pieces; n += 1) parser.feed(piece);
        parser.feed("\n\n");
      },
      5000,
      160_000,
    );
    expect(growth).toBeLessThan(10);
  });
});
