/** What of a line runs from right to left; the answers are those of the Unicode Bidirectional Algorithm. */
import { expect, it } from "vitest";
import { leftwardStretches } from "./leftward.js";

const found = (text: string): string[] =>
  leftwardStretches(text).map(({ start, end }) => text.slice(start, end));

it.each([
  ["nothing of Latin text", "Order (42)", []],
  ["words and the spaces between them", "שלום עולם", ["שלום עולם"]],
  ["not the signs at the end of the line", "האם מאושר?", ["האם מאושר"]],
  ["the question mark and the semicolon of Arabic", "نعم؛ كيف؟", ["نعم؛ كيف؟"]],
  ["numbers behind letters", "رسالة خطأ 404", ["رسالة خطأ 404"]],
  ["numbers before letters not", "404 خطأ", ["خطأ"]],
  ["brackets around Latin text not", "الرد (200 OK)", ["الرد"]],
  ["brackets around such words", "الرد (خطأ) نعم", ["الرد (خطأ) نعم"]],
  ["brackets around such words at the end of the line", "الرد (خطأ)", ["الرد (خطأ)"]],
  ["not what stands between two of them and is Latin", "מערכת API גרסה 2.0", ["מערכת", "גרסה 2.0"]],
  ["marks on letters", "العَرَبِيَّةُ", ["العَرَبِيَّةُ"]],
  ["per cent behind a number", "חיסכון 50% היום", ["חיסכון 50% היום"]],
])("is %s", (_, text, stretches) => {
  expect(found(text)).toEqual(stretches);
});
