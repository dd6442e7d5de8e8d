import type { ComputedStyle } from "../layout/computed-style.js";
import type { Font } from "../text/font.js";
import type { FontRun, TextMeasurer } from "../text/measurer.js";
import { escapeXml, formatNumber, styleAttribute } from "./markup.js";

const bundledFamily = "Arimo";

/** The family of the whole drawing: where Arimo is not installed, others of the same widths take its place. */
export const rootFamily = `${bundledFamily},'Liberation Sans',Arial,Helvetica,sans-serif`;

function familyProperty(font: Font): readonly [string, string] {
  return ["font-family", `'${font.family.replace(/["';\\{}]/g, "")}',sans-serif`];
}

/** Text at a place, with the paint it needs of its own. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly style: ComputedStyle;
  readonly paint: ReadonlyMap<string, string>;
}

/** Writes text as `text` elements of one font each and remembers which font files they need. */
export class TextWriter {
  readonly fonts = new Set<Font>();

  constructor(private readonly measurer: TextMeasurer) {}

  /** The markup of several runs; neighbours of one look are joined, so that a viewer kerns across them. */
  write(runs: readonly PlacedText[]): string {
    return joined(runs)
      .map((run) => this.run(run))
      .join("");
  }

  private run({ text, x, y, style, paint }: PlacedText): string {
    const { fontSize, bold, italic, letterSpacing } = style;
    const font = new Map<string, string>([["font-size", `${formatNumber(fontSize)}px`]]);
    if (bold) font.set("font-weight", "700");
    if (italic) font.set("font-style", "italic");
    if (letterSpacing) font.set("letter-spacing", `${formatNumber(letterSpacing)}px`);
    let at = x;
    let markup = "";
    // One element per font: resvg would otherwise draw the whole run in the fallback font.
    for (const run of inVisualOrder(this.measurer.runs(text, style))) {
      const start = at;
      at += run.width * fontSize + letterSpacing * Array.from(run.text).length;
      const leading = run.text.length - run.text.trimStart().length;
      const shown = run.text.trim();
      if (!shown) continue;
      const indent = leading ? this.measurer.width(run.text.slice(0, leading), fontSize, style) : 0;
      // What no font has is left to the viewer; the rasteriser shows the empty box of the main face.
      const drawn = run.font ?? this.measurer.face(style);
      this.fonts.add(drawn);
      const family = drawn.family === bundledFamily ? [] : [familyProperty(drawn)];
      const space = /\s\s/.test(shown) ? ' xml:space="preserve"' : "";
      const look = styleAttribute([...family, ...font, ...paint]);
      markup += `<text x="${formatNumber(start + indent)}" y="${formatNumber(y)}"${space}${look}>${escapeXml(shown)}</text>`;
    }
    return markup;
  }
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const leftToRight = /[\p{L}\p{N}]/u;

/**
 * Keeps what is written from right to left in one element, spaces between its words included, because only then can
 * a viewer put the words in order.
 */
function inVisualOrder(runs: readonly FontRun[]): FontRun[] {
  const list: FontRun[] = [];
  let pending: FontRun[] = [];
  for (const run of runs) {
    const last = list.at(-1);
    if (last && rightToLeft.test(last.text) && rightToLeft.test(run.text)) {
      for (const part of [...pending, run]) {
        last.text += part.text;
        last.width += part.width;
      }
      pending = [];
    } else if (last && rightToLeft.test(last.text) && !leftToRight.test(run.text)) {
      pending.push(run);
    } else {
      list.push(...pending, { ...run });
      pending = [];
    }
  }
  return [...list, ...pending];
}

const sameLook = (a: PlacedText, b: PlacedText): boolean =>
  a.style.fontSize === b.style.fontSize &&
  a.style.bold === b.style.bold &&
  a.style.italic === b.style.italic &&
  a.style.letterSpacing === b.style.letterSpacing &&
  a.paint.size === b.paint.size &&
  [...a.paint].every(([name, value]) => b.paint.get(name) === value);

function joined(runs: readonly PlacedText[]): PlacedText[] {
  const list: PlacedText[] = [];
  for (const run of runs) {
    const last = list.at(-1);
    const adjoins = last && last.y === run.y && Math.abs(last.x + last.width - run.x) < 0.01;
    if (last && adjoins && sameLook(last, run))
      list[list.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width };
    else list.push(run);
  }
  return list;
}
