/** Fonts whose letters show nothing, and mean what they stand for. */
import { number } from "./operators.js";
import type { PdfFile } from "./pdf-file.js";
import type { Resources } from "./resources.js";

/** How far a character advances, in ems. */
export type WidthOf = (character: string) => number;

/** How many characters a font can have. */
const CODES = 256;
const EM = 1000;
const BOX = "0 -250 1000 1000";
/** It has a box, without which some viewers take it for nothing. */
const LETTER = `500 0 ${BOX} d1`;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** All characters that were written with them. */
export class UnseenLetters {
  readonly #characters = new Map<string, number>();

  /** The operators that write some text, in as many fonts as its characters need. */
  write(text: string, size: number): string {
    let written = "";
    let last = -1;
    for (const character of text) {
      const index = this.#characters.get(character) ?? this.#characters.size;
      this.#characters.set(character, index);
      const font = Math.floor(index / CODES);
      if (font !== last) written += `${written && "> Tj\n"}/F${font + 1} ${number(size)} Tf <`;
      written += hex(index % CODES, 2);
      last = font;
    }
    return written && `${written}> Tj\n`;
  }

  /** Adds the fonts: in each, a character has its width and its meaning. */
  addFonts(file: PdfFile, resources: Resources, widthOf: WidthOf): void {
    const characters = [...this.#characters.keys()];
    if (characters.length === 0) return;
    const letter = file.addStream("", Buffer.from(LETTER));
    for (let from = 0; from < characters.length; from += CODES) {
      const some = characters.slice(from, from + CODES);
      const meanings = file.addStream("", Buffer.from(meaningsOf(some)));
      const widths = some.map((character) => number(widthOf(character) * EM)).join(" ");
      const names = `/Encoding << /Differences [0 ${"/e ".repeat(some.length)}] >> /CharProcs << /e ${letter} >>`;
      const measures = `/FontBBox [${BOX}] /FontMatrix [${1 / EM} 0 0 ${1 / EM} 0 0]`;
      const codes = `/FirstChar 0 /LastChar ${some.length - 1} /Widths [${widths}]`;
      resources.name(
        "Font",
        `<< /Type /Font /Subtype /Type3 ${measures} ${codes} ${names} /ToUnicode ${meanings} /Resources << >> >>`,
      );
    }
  }
}

/** What the codes of a font mean. */
function meaningsOf(characters: readonly string[]): string {
  const lines = characters.map((character, code) => {
    const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4));
    return `1 beginbfchar <${hex(code, 2)}> <${units.join("")}> endbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Characters def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${lines.join("")}endcmap CMapName currentdict /CMap defineresource pop end end
`;
}
