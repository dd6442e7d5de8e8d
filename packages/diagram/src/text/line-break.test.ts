/** Line breaks. */
import { expect, it } from "vitest";
import { breakOpportunities } from "./line-break.js";

const broken = (text: string): string => {
  let from = 0;
  return [...breakOpportunities(text), text.length]
    .map((at) => {
      const part = text.slice(from, at);
      from = at;
      return part;
    })
    .join("|");
};

// What Chromium does in a column of one pixel.
it.each([
  ["one two  three", "one |two  |three"],
  ["half-hidden a-1 1-2 -1 (-2)", "half-|hidden |a-|1 |1-|2 |-1 |(-2)"],
  ["a/b/c 10/20", "a/b/c |10/20"],
  ["call(x)[y] f (x)", "call(x)|[y] |f |(x)"],
  ["path?query=1&more", "path?|query=1&more"],
  ["no\u00a0break", "no\u00a0break"],
  ["naïve–test", "naïve–|test"],
  ["データ。「は」い", "デ|ー|タ。|「は」|い"],
  ["フィルター、シャツ", "フ|ィ|ル|タ|ー、|シ|ャ|ツ"],
  ["สวัสดีชาวโลก", "สวัสดี|ชาว|โลก"],
  ["", ""],
])("%j", (text, expected) => {
  expect(broken(text)).toBe(expected);
});
