import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EditBuffer } from "./edit-buffer.js";

/** Makes a buffer from a text with "|" for the cursor. */
function at(marked: string): EditBuffer {
  const buffer = new EditBuffer();
  buffer.set(marked.replace("|", ""));
  buffer.moveTo(marked.indexOf("|"));
  return buffer;
}
const marked = ({ text, cursor }: EditBuffer) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

type Action = Exclude<keyof EditBuffer, "text" | "cursor" | "set" | "moveTo" | "insert" | "replace">;

describe("editing", () => {
  it.each<[Action, string, string]>([
    ["left", "ab👩‍👩‍👧|", "ab|👩‍👩‍👧"],
    ["right", "|e\u0301x", "e\u0301|x"],
    ["left", "|a", "|a"],
    ["backspace", "日本🇩🇪|x", "日本|x"],
    ["delete", "a|👍🏽b", "a|b"],
    ["wordLeft", "one two-three |", "one two-|three "],
    ["wordRight", "one| , two three", "one , two| three"],
    ["home", "first\nsec|ond", "first\n|second"],
    ["end", "fi|rst\nsecond", "first|\nsecond"],
    ["killToEnd", "fi|rst\nsecond", "fi|\nsecond"],
    ["killToEnd", "first|\nsecond", "first|second"],
    ["killToStart", "first\nsec|ond", "first\n|ond"],
    ["killWordLeft", "git commit --amend|", "git commit --|"],
    ["killWordRight", "|git commit", "| commit"],
  ])("%s: %j", (action, before, after) => {
    const buffer = at(before);
    buffer[action]();
    expect(marked(buffer)).toBe(after);
  });

  it("puts back what was cut last", () => {
    const buffer = at("keep this| and that");
    buffer.killToEnd();
    buffer.home();
    buffer.yank();
    expect(marked(buffer)).toBe(" and that|keep this");
  });

  it("takes cuts that follow each other as one", () => {
    const buffer = at("one two three| four");
    buffer.killWordLeft();
    buffer.killWordLeft();
    buffer.killToEnd();
    buffer.insert("-");
    buffer.yank();
    expect(marked(buffer)).toBe("one -two three four|");
    buffer.killWordLeft();
    buffer.yank();
    expect(marked(buffer)).toBe("one -two three four|");
  });
});

it("never stands inside a character", () => {
  const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const texts = fc
    .array(fc.constantFrom("a", " ", "\n", "é", "e\u0301", "日", "👩‍👩‍👧", "🇩🇪", "👍🏽"))
    .map((parts) => parts.join(""));
  const actions = fc.array(fc.constantFrom<Action>("left", "right", "wordLeft", "wordRight", "home", "end"));
  fc.assert(
    fc.property(texts, actions, (text, moves) => {
      const buffer = new EditBuffer();
      buffer.set(text);
      const ends = new Set([
        0,
        ...Array.from(graphemes.segment(text), ({ index, segment }) => index + segment.length),
      ]);
      for (const move of moves) {
        buffer[move]();
        expect(ends).toContain(buffer.cursor);
      }
    }),
  );
});
