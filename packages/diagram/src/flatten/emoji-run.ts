/** Emoji in colour. */
import { EMOJI_GRID, emojiMarkup } from "../icons/emoji.js";
import { formatNumber } from "./markup.js";

/** How large they are and how far above the baseline they reach, by the size of the text. */
const SIDE = 1.15;
const ASCENT = 0.95;

let graphemes: Intl.Segmenter | undefined;

/** A run of nothing but emoji as pictures in the places of its letters; empty when one of them has no picture. */
export function emojiRun(
  text: string,
  x: number,
  y: number,
  fontSize: number,
  widthOf: (text: string) => number,
): string {
  graphemes ??= new Intl.Segmenter();
  let at = x;
  let markup = "";
  for (const { segment } of graphemes.segment(text)) {
    const width = widthOf(segment);
    const picture = emojiMarkup(segment);
    if (picture === null && segment.trim() !== "") return "";
    const side = fontSize * SIDE;
    const move = `${formatNumber(at + (width - side) / 2)} ${formatNumber(y - fontSize * ASCENT)}`;
    if (picture !== null)
      markup += `<g transform="translate(${move}) scale(${(side / EMOJI_GRID).toFixed(5)})" style="stroke:none">${picture}</g>`;
    at += width;
  }
  return markup;
}
