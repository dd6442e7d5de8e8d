import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Key, KeyDecoder } from "./keys.js";

const decode = (...chunks: string[]) => {
  const decoder = new KeyDecoder();
  return chunks.flatMap((chunk) => decoder.decode(chunk));
};
const named = (...keys: Key[]) =>
  keys.map((key) => (key.kind === "key" ? key.name : `${key.kind}:${key.text}`));

describe("keys", () => {
  it.each([
    ["\r", ["enter"]],
    ["\n", ["newline"]],
    ["\x1b\r", ["newline"]],
    ["\x1b[13;2u", ["newline"]],
    ["\x1b[A\x1bOB", ["up", "down"]],
    ["\x1b[1;5D\x1bf", ["word-left", "word-right"]],
    ["\x1b[H\x1b[4~", ["home", "end"]],
    ["\x17\x15\x0b\x19", ["kill-word-left", "kill-to-start", "kill-to-end", "yank"]],
    ["a\x03b", ["text:a", "interrupt", "text:b"]],
    ["é👩‍👩‍👧日", ["text:é👩‍👩‍👧日"]],
  ])("%j", (input, expected) => expect(named(...decode(input))).toEqual(expected));

  it("ignores sequences it does not know, and goes on after them", () => {
    expect(named(...decode("\x1b[57;9u\x1b[15~\x1bOPx"))).toEqual(["text:x"]);
  });

  it.each([
    ["a\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\b"],
    ["a\x1b]11;rgb:1e1e/1e1e/2e2e\x07b"],
    ["a\x1bP>|kitty(0.26.5)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;4cb"],
  ])("an answer of the terminal that comes late is not typed: %j", (input) => {
    expect(named(...decode(input))).toEqual(["text:a", "text:b"]);
    const cut = input.indexOf("rgb") > 0 ? input.indexOf("rgb") : 5;
    expect(named(...decode(input.slice(0, cut), input.slice(cut)))).toEqual(["text:a", "text:b"]);
  });

  it("tells the Escape key from the beginning of a sequence", () => {
    const decoder = new KeyDecoder();
    expect(decoder.decode("\x1b")).toEqual([]);
    expect(decoder.isWaiting).toBe(true);
    expect(named(...decoder.flush())).toEqual(["escape"]);
    expect(named(...decoder.decode("[A"))).toEqual(["text:[A"]);
  });

  it("forgets a sequence that never ends", () => {
    expect(named(...decode(`\x1b[${"1;".repeat(200)}`, "ok"))).toEqual(["text:ok"]);
  });
});

describe("paste", () => {
  it("is one piece with its line breaks, whatever the terminal made of them", () => {
    expect(named(...decode("\x1b[200~a\rb\r\nc\nd\x1b[201~\r"))).toEqual(["paste:a\nb\nc\nd", "enter"]);
  });

  it("brings no escape sequence and no key with it", () => {
    expect(named(...decode("\x1b[200~x\x1b[31m\x03y\x1b[A\x1b[201~"))).toEqual(["paste:xy"]);
  });
});

it("means the same wherever the input is cut", () => {
  const inputs = fc.array(
    fc.constantFrom("a", "é", "👩‍👩‍👧", "\r", "\x1b[A", "\x1b[1;5C", "\x1b\r", "\x1b[200~p\rq\x1b[201~", "\x7f"),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(inputs, fc.array(fc.nat(60), { maxLength: 6 }), (parts, cuts) => {
      const input = parts.join("");
      const places = [0, ...cuts.filter((cut) => cut < input.length).sort((a, b) => a - b), input.length];
      const chunks = places.slice(1).map((end, index) => input.slice(places[index], end));
      const joined = (keys: string[]) => keys.join("|").replaceAll("|text:", "").replaceAll("text:", "");
      // Half a character never arrives: the bytes are decoded first.
      if (chunks.some((chunk) => /[\ud800-\udfff]/u.test(chunk))) return;
      expect(joined(named(...decode(...chunks)))).toBe(joined(named(...decode(input))));
    }),
  );
});
