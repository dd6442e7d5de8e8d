import { displayWidth, graphemes } from "./width.js";

const TOKENS = /\x1b\[(\d+)m|( +)|([^\x1b ]+)/g;

/** Which code ends a style, by the code that begins it. */
const ENDINGS: Readonly<Record<string, string>> = { 1: "22", 2: "22", 3: "23", 4: "24", 7: "27" };

/**
 * Breaks a text with styles of our own into lines of at most `width` cells: at spaces where there are any, else
 * between characters. A style that goes on past a break ends with its line and begins again on the next.
 */
export function wrapStyled(text: string, width: number): string[] {
  const lines: string[] = [];
  const active = new Map<string, string>();
  let line = "";
  let used = 0;
  let gap = "";
  const breakLine = () => {
    const ends = [...active.keys()].map((code) => `\x1b[${code}m`).join("");
    lines.push(line + ends);
    line = [...active.values()].join("");
    used = 0;
    gap = "";
  };
  for (const [sequence, code, space, word] of text.matchAll(TOKENS)) {
    if (code !== undefined) {
      const ending = ENDINGS[code] ?? (/^[39][0-7]$/.test(code) ? "39" : undefined);
      if (ending) active.set(ending, sequence);
      else active.delete(code);
      line += sequence;
    } else if (space !== undefined) gap += space;
    else if (word !== undefined) {
      const wordWidth = displayWidth(word);
      if (used > 0 && used + gap.length + wordWidth > width) breakLine();
      line += used > 0 ? gap : "";
      used += used > 0 ? gap.length : 0;
      gap = "";
      if (used + wordWidth <= width) {
        line += word;
        used += wordWidth;
        continue;
      }
      for (const character of graphemes(word)) {
        const characterWidth = displayWidth(character);
        if (used > 0 && used + characterWidth > width) breakLine();
        line += character;
        used += characterWidth;
      }
    }
  }
  lines.push(line);
  return lines;
}
