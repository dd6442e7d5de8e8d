/** Pictures in kitty's protocol. */
import type { ImageEncoder } from "./encoder.js";

/** A longer piece is printed as text by the terminal. */
const PIECE = 4096;

/**
 * The PNG file in base64 pieces, the first of them with these keys. Both `c` and `r` are given, so that the cells reserved are the
 * cells taken; `q=2` silences the terminal's answers.
 */
export function kittyPieces(
  ...[{ png }, { placement }, own]: [...Parameters<ImageEncoder>, own: string]
): string {
  const payload = Buffer.from(png).toString("base64");
  const pieces: string[] = [];
  for (let start = 0; start < payload.length; start += PIECE) {
    const more = start + PIECE < payload.length ? 1 : 0;
    const keys = start === 0 ? `a=T,${own},c=${placement.columns},r=${placement.rows}` : "q=2";
    pieces.push(`\x1b_G${keys},m=${more};${payload.slice(start, start + PIECE)}\x1b\\`);
  }
  return pieces.join("");
}

/** `tcgfx_a`, the kitty graphics protocol; `C=1` leaves the cursor. */
export const encodeKitty: ImageEncoder = (picture, options) => kittyPieces(picture, options, "f=100,q=2,C=1");
