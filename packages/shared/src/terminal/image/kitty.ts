/** Pictures in kitty's protocol. */
import type { ImageEncoder } from "./encoder.js";

/** A longer piece is printed as text by the terminal. */
const PIECE = 4096;

/**
 * `tcgfx_a`, the kitty graphics protocol: the PNG file in base64 pieces. Both `c` and `r` are given, so that
 * the cells reserved are the cells taken; `C=1` leaves the cursor, `q=2` silences the terminal's answers.
 */
export const encodeKitty: ImageEncoder = (picture, { placement }) => {
  const payload = Buffer.from(picture.png).toString("base64");
  const pieces: string[] = [];
  for (let start = 0; start < payload.length; start += PIECE) {
    const more = start + PIECE < payload.length ? 1 : 0;
    const keys =
      start === 0
        ? `a=T,f=100,q=2,C=1,c=${placement.columns},r=${placement.rows},m=${more}`
        : `q=2,m=${more}`;
    pieces.push(`\x1b_G${keys};${payload.slice(start, start + PIECE)}\x1b\\`);
  }
  return pieces.join("");
};
