/** Pictures of emoji in colour, by what is written. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** The side of the grid that the pictures are drawn on. */
export const EMOJI_GRID = 36;

/** What is shown in colour: what is an emoji by itself, or is asked to be one. */
export const IN_COLOUR = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}{2}/u;

let table: string | undefined;

/** Read on first use: few diagrams have emoji. */
function pictures(): string {
  const file = new URL("../../icons/twemoji.txt.br", import.meta.url);
  return (table ??= brotliDecompressSync(readFileSync(file)).toString());
}

/** The markup of one emoji (a whole sequence of characters) on a grid of EMOJI_GRID; null when it has no picture. */
export function emojiMarkup(emoji: string): string | null {
  if (!IN_COLOUR.test(emoji)) return null;
  const codes = Array.from(emoji, (letter) => (letter.codePointAt(0) ?? 0).toString(16));
  // The names leave the sign for "in colour" out, but for some of what is joined.
  for (const code of [codes, codes.filter((one) => one !== "fe0f")].map((list) => list.join("-"))) {
    const found = pictures().indexOf(`\n${code}\t`);
    if (found < 0) continue;
    const start = found + code.length + 2;
    return pictures().slice(start, pictures().indexOf("\n", start));
  }
  return null;
}
