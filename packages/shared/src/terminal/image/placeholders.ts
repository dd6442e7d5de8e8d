/**
 * Pictures of kitty's protocol that are held in place by characters: a multiplexer keeps the characters in its memory of
 * the screen, so the picture scrolls and moves with the text, and no cursor has to be where the terminal outside has it.
 */
import type { ImageEncoder } from "./encoder.js";
import { kittyPieces } from "./kitty.js";

/** Marks that number the rows, in the order in which the protocol counts them. */
const ROW_MARKS = [
  0x0305, 0x030d, 0x030e, 0x0310, 0x0312, 0x033d, 0x033e, 0x033f, 0x0346, 0x034a, 0x034b, 0x034c, 0x0350,
  0x0351, 0x0352, 0x0357, 0x035b, 0x0363, 0x0364, 0x0365, 0x0366, 0x0367, 0x0368, 0x0369, 0x036a, 0x036b,
  0x036c, 0x036d, 0x036e, 0x036f, 0x0483, 0x0484, 0x0485, 0x0486, 0x0487,
].map((code) => String.fromCodePoint(code));

/** A picture of more rows is shown in parts. */
export const MAX_PLACEHOLDER_ROWS = ROW_MARKS.length;

const PLACEHOLDER = String.fromCodePoint(0x10eeee);

/** The terminal tells pictures apart by a number, which the colour of the characters carries: 24 bits, none of them all 0. */
let lastId = 0x100000 + ((process.pid * 0x1f1f) & 0x7fffff);

/** The sequences that hand the picture over; they have to be wrapped for the multiplexer. */
export function transmitPicture(...given: Parameters<ImageEncoder>): { sequences: string; id: number } {
  lastId = (lastId + 1) & 0xffffff || 1;
  return { sequences: kittyPieces(...given, `U=1,f=100,q=2,i=${lastId}`), id: lastId };
}

/** The lines of characters that the picture is drawn over. Only the first of a row is numbered: the others follow it. */
export function placeholderLines(id: number, columns: number, rows: number): string {
  const colour = `\x1b[38;2;${id >> 16};${(id >> 8) & 255};${id & 255}m`;
  const [firstColumn = ""] = ROW_MARKS;
  const line = (mark: string) =>
    `${colour}${PLACEHOLDER}${mark}${firstColumn}${PLACEHOLDER.repeat(columns - 1)}\x1b[39m\n`;
  return ROW_MARKS.slice(0, rows).map(line).join("");
}
