import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Sanitizer, sanitize } from "./sanitize.js";

describe("sanitize", () => {
  test.each([
    ["colour", "a\x1b[31mred\x1b[0mb", "aredb"],
    ["cursor movement", "a\x1b[2J\x1b[Hb", "ab"],
    ["window title, ended by BEL", "a\x1b]0;title\x07b", "ab"],
    ["clipboard, ended by ST", "a\x1b]52;c;AAAA\x1b\\b", "ab"],
    ["device control", "a\x1bPq#0;2;0;0;0~\x1b\\b", "ab"],
    ["application command", "a\x1b_Ga=T;AAAA\x1b\\b", "ab"],
    ["privacy message and start of string", "a\x1b^x\x1b\\\x1bXy\x1b\\b", "ab"],
    ["8-bit CSI, whose rest is text", "a\x9b31mb", "a31mb"],
    ["8-bit OSC, DCS and ST, whose rest is text", "a\x9d0;t\x9c\x90q\x9cb", "a0;tqb"],
    ["a letter gone wrong takes nothing with it", "he said \u009dyes\u009c and left", "he said yes and left"],
    ["charset selection", "a\x1b(0b", "ab"],
    ["reset", "a\x1bcb", "ab"],
    ["bell, backspace, carriage return, delete", "a\x07\x08\r\x7fb", "ab"],
    ["newline and tab stay", "a\n\tb", "a\n\tb"],
    ["CRLF becomes a newline", "a\r\nb", "a\nb"],
    ["bidirectional overrides", "a\u202eevil\u2066x\u2069b", "aevilxb"],
    ["kitty's image placeholder", "a\u{10eeee}b", "ab"],
    ["an unfinished command ends with its line", "a\x1b]0;title\nb", "a\nb"],
    ["a command broken off by another", "a\x1b]0;t\x1b[31mb", "ab"],
    ["CAN ends a sequence", "a\x1b[3\x18b", "ab"],
    ["a broken sequence gives the text back", "a\x1b[3é", "aé"],
    ["emoji, accents and scripts stay", "👩‍👩‍👧 é אב 漢字", "👩‍👩‍👧 é אב 漢字"],
    ["lone surrogates", "a\ud83db\ude00", "a\ufffdb\ufffd"],
  ])("%s", (_, input, expected) => expect(sanitize(input)).toBe(expected));

  test("an escape at the end of the text is dropped", () => {
    expect(sanitize("a\x1b")).toBe("a");
    expect(sanitize("a\x1b]0;x")).toBe("a");
    expect(sanitize("a\ud83d")).toBe("a\ufffd");
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "\x1b",
          "[",
          "]",
          "P",
          "_",
          "\\",
          "\x9b",
          "\x9d",
          "\x07",
          "\n",
          "\r",
          "31m",
          "\ud83d",
          "\ude00",
        ),
        fc.string({ unit: "binary", maxLength: 4 }),
      ),
    )
    .map((parts) => parts.join(""));

  test("nothing a terminal obeys comes through", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitize(text)).not.toMatch(
          /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u,
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("the result does not depend on how the text was cut", () => {
    fc.assert(
      fc.property(hostile, fc.array(fc.nat(5)), (text, cuts) => {
        const sanitizer = new Sanitizer();
        let result = "";
        let start = 0;
        for (const cut of cuts) {
          result += sanitizer.write(text.slice(start, start + cut));
          start += cut;
        }
        result += sanitizer.write(text.slice(start)) + sanitizer.flush();
        expect(result).toBe(sanitize(text));
      }),
      { numRuns: 2000 },
    );
  });
});
