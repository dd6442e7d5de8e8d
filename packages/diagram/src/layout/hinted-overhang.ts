/**
 * How far hinted letters reach out of the box of their font. The instructions in Arimo move some marks by whole pixels at
 * some sizes, and Chromium's boxes of SVG text take that in: an underscore makes a message of 16 pixels one pixel higher.
 * Measured in Chromium for the letters of Latin-1 and Latin Extended-A; other letters stay inside or are rare.
 */
import { IN_COLOUR } from "../icons/emoji.js";

/** Letters, then for each size in pixels by how many they reach above, or with a minus below. */
const REGULAR = `
ĥĺ 9:1 10:1 12:1 14:1 16:1 18:1 20:1 23:1
Ů 9:1 10:1 12:1 14:1 16:1 18:1 20:1 23:2 24:1
¸ 10:-1 11:-1 16:-1 22:-1 23:-1 24:-1
ÀÁÂÈÉÊÌÍÎÝĂĎĔĚĤĬĹŃŇŔŘŤŴŶŹŽ 10:1 12:1 16:1
ÃÑĨ 10:1 16:2 18:1 20:1
Å 10:1 12:1 16:1 23:1
ÒÓÙÚĆĞŎŚŬ 10:1 12:1 16:1 18:1
ÔÛĈČĜĴŜŠ 10:1 12:1 16:1 18:1 23:1
ÕŨ 10:1 12:1 16:2 18:1 20:1 23:1
ĊĠ 10:1 14:1 16:2 17:1 18:1 23:1
ĖİŻ 10:1 14:1 16:1
ģ 10:1
ŐŰ 10:2 11:1 12:1 16:1 18:1
ÖÜ 14:1
_ 16:-1 18:-1 19:-1 20:-1 21:-1`;
const BOLD = `
Ů 8:1 9:1 10:2 11:1 12:2 13:1 14:2 15:1 16:2 17:1 18:2 19:1 20:3 21:2 22:3 23:3 24:2
ÂÊÎÒÓÔÙÚÛÝĆĈČĎĚĜĞĤĴŇŎŘŚŜŠŤŬŴŶŽ 9:1 10:1 12:1 14:1 16:1 18:1 20:1 23:1
ĥ 9:1 10:2 11:1 12:1 14:1 16:2 17:1 18:2 19:1 20:1 22:1 23:2 24:1
ĺ 9:1 10:2 11:1 12:1 14:1 16:2 17:1 18:1 20:1 22:1 23:2 24:1
ŐŰ 9:1 10:1 12:1 14:1 16:1 18:1 23:1
¿ 10:-1 11:-1
ÀÁÈÉÌÍĂĔĬĹŃŔŹ 10:1 12:1 16:1 18:1 23:1
ÃÑĨ 10:1 12:1 14:1 16:2 17:1 18:1 23:1
ÄËÏĖİŸŻ 10:1 12:1
Å 10:1 12:1 16:1 20:1 22:1 23:1
ÕŨ 10:1 12:1 14:1 16:2 17:1 18:1 20:1 23:1
ÖÜĊĠ 10:1 12:1 16:1
ģ 10:1
Ō 14:1 16:1
ĀĒĪŪ 16:1
¸ 18:-1 19:-1 20:-1 21:-1 23:-1 24:-1`;

function read(table: string): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const letters = new Map<string, ReadonlyMap<number, number>>();
  for (const line of table.trim().split("\n")) {
    const [names = "", ...entries] = line.split(" ");
    const sizes = new Map(entries.map((entry) => entry.split(":").map(Number) as [number, number]));
    for (const letter of names) letters.set(letter, sizes);
  }
  return letters;
}

let tables: { regular: ReturnType<typeof read>; bold: ReturnType<typeof read> } | undefined;
const CANDIDATES = /[_\u00a1-\u017f]/;

/** What the letters of text add above and below its box at this size. */
export function hintedOverhang(text: string, size: number, bold: boolean): { above: number; below: number } {
  let [above, below] = [0, 0];
  if (!CANDIDATES.test(text)) return { above, below };
  tables ??= { regular: read(REGULAR), bold: read(BOLD) };
  const table = bold ? tables.bold : tables.regular;
  for (const letter of text) {
    const pixels = table.get(letter)?.get(size) ?? 0;
    above = Math.max(above, pixels);
    below = Math.max(below, -pixels);
  }
  return { above, below };
}

/** How far the usual font of emoji reaches above and below the baseline, in ems; its boxes are whole pixels. */
const EMOJI_ASCENT = 950 / 1024;
const EMOJI_DESCENT = 250 / 1024;
const MAYBE_EMOJI = /[\u203c-\u3299\ud83c-\ud83e]|\ufe0f/;

/** What emoji in text add above and below a box with this ascent and descent. */
export function emojiOverhang(
  text: string,
  size: number,
  { ascent, descent }: { readonly ascent: number; readonly descent: number },
): { above: number; below: number } {
  if (!MAYBE_EMOJI.test(text) || !IN_COLOUR.test(text)) return { above: 0, below: 0 };
  return {
    above: Math.max(0, Math.ceil(EMOJI_ASCENT * size) - ascent),
    below: Math.max(0, Math.ceil(EMOJI_DESCENT * size) - descent),
  };
}
