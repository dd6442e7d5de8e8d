/** Pictures in iTerm2's protocol. */
import type { ImageEncoder } from "./encoder.js";

/**
 * `tcgfx_b`, an iTerm2 inline image: the PNG file in one operating-system command. It ends in ST, because some
 * terminals swallow the text after a BEL; `size` is given, because some show nothing without it.
 */
export const encodeIterm: ImageEncoder = (picture, { placement }) => {
  const { png } = picture;
  const keys = `inline=1;size=${png.length};width=${placement.columns};height=${placement.rows};preserveAspectRatio=1`;
  return `\x1b]1337;File=${keys}:${Buffer.from(png).toString("base64")}\x1b\\`;
};
