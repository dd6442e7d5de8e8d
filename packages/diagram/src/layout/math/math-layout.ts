import { toPixels } from "../../css/length.js";
import type { Element } from "../../dom/element.js";
import type { FaceStyle } from "../../text/bundled-fonts.js";
import type { TextMeasurer } from "../../text/measurer.js";
import { combine, emptyBox, inRow, type MathBox } from "./math-box.js";
import { integrals, largeOperators, operatorSpace } from "./operators.js";

interface MathStyle {
  readonly size: number;
  readonly display: boolean;
  readonly bold: boolean;
}

const scriptScale = 0.71;
const smallestSize = 7;
const ruleThickness = 0.06;
const axisHeight = 0.26;
const upright: FaceStyle = { bold: false, italic: false };
const invisible = /^[\u2061-\u2064\u200b]*$/;
const stretchable = new Set("()[]{}|‖⌈⌉⌊⌋⟨⟩∣∥/");

/** Lays out MathML as KaTeX writes it. What it does not know is shown as a row of its content. */
export function layoutMath(math: Element, size: number, measurer: TextMeasurer): MathBox {
  const display = math.getAttribute("display") === "block";
  return new MathLayout(measurer).children(math, { size, display, bold: false });
}

class MathLayout {
  constructor(private readonly measurer: TextMeasurer) {}

  /** The children of an element as a row with operators spaced and fences grown. */
  children(parent: Element, style: MathStyle): MathBox {
    const elements = parent.children;
    const boxes = elements.map((element) => this.element(element, style));
    const inner = boxes.filter((_, index) => !isFence(elements[index]));
    const ascent = Math.max(0, ...inner.map((box) => box.ascent));
    const descent = Math.max(0, ...inner.map((box) => box.descent));
    return inRow(
      boxes.flatMap((box, index) => {
        const element = elements[index];
        const operator = element && operatorOf(element);
        if (!element || operator === null || operator === undefined) return [box];
        const grown = isFence(element) ? this.fence(operator, ascent, descent, style) : box;
        const { before, after } = operatorSpace(operator, index === 0, index === elements.length - 1);
        return [emptyBox(before * style.size), grown, emptyBox(after * style.size)];
      }),
    );
  }

  private element(element: Element, style: MathStyle): MathBox {
    switch (element.localName) {
      case "mi":
      case "mn":
      case "mo":
      case "mtext":
      case "ms":
        return this.token(element, style);
      case "mfrac":
        return this.fraction(element, style);
      case "msqrt":
        return this.radical(this.children(element, style), null, style);
      case "mroot":
        return this.radical(this.child(element, 0, style), this.child(element, 1, scripted(style)), style);
      case "msub":
        return this.scripts(element, style, 1, -1);
      case "msup":
        return this.scripts(element, style, -1, 1);
      case "msubsup":
        return this.scripts(element, style, 1, 2);
      case "munder":
        return this.limits(element, style, 1, -1);
      case "mover":
        return this.limits(element, style, -1, 1);
      case "munderover":
        return this.limits(element, style, 1, 2);
      case "mtable":
        return this.table(element, style);
      case "mspace":
        return emptyBox(Math.max(0, toPixels(element.getAttribute("width") ?? "0", style.size)));
      case "mphantom": {
        const { width, ascent, descent } = this.children(element, style);
        return emptyBox(width, ascent, descent);
      }
      case "mstyle":
        return this.children(element, restyled(element, style));
      case "annotation":
        return emptyBox();
      default:
        return this.children(element, style);
    }
  }

  private child(parent: Element, index: number, style: MathStyle): MathBox {
    const element = parent.children[index];
    return element ? this.element(element, style) : emptyBox();
  }

  private token(element: Element, style: MathStyle): MathBox {
    const text = element.textContent.replace(/\s+/g, element.localName === "mtext" ? " " : "");
    if (invisible.test(text)) return emptyBox();
    const variant = element.getAttribute("mathvariant") ?? "";
    const single = element.localName === "mi" && Array.from(text).length === 1;
    const face = {
      bold: style.bold || variant.includes("bold"),
      italic: variant ? variant.includes("italic") : single,
    };
    const large = style.display && (largeOperators.has(text) || integrals.has(text));
    return this.glyphs(text, large ? style.size * 1.5 : style.size, face, large ? style.size : 0);
  }

  /** A run of characters; one that is centred on the axis of a size sits as high as the operators around it. */
  private glyphs(text: string, size: number, face: FaceStyle, centredFor: number): MathBox {
    const font = this.measurer.face(face);
    const [ascent, descent] = [font.ascent * size * 0.85, font.descent * size];
    const y = centredFor ? (ascent - descent) / 2 - axisHeight * centredFor : 0;
    const width = this.measurer.width(text, size, face);
    const box: MathBox = {
      width,
      ascent,
      descent,
      parts: [{ kind: "text", text, x: 0, y: 0, size, face, stretch: 1 }],
    };
    return y ? combine(width, [{ box, x: 0, y }]) : box;
  }

  /** A bracket as high as what it encloses, about the axis. */
  private fence(text: string, ascent: number, descent: number, style: MathStyle): MathBox {
    const natural = this.glyphs(text, style.size, upright, 0);
    const axis = axisHeight * style.size;
    const reach = Math.max(ascent - axis, descent + axis);
    const stretch = (2 * reach) / (natural.ascent + natural.descent);
    if (stretch <= 1.05) return natural;
    return {
      width: natural.width,
      ascent: reach + axis,
      descent: reach - axis,
      parts: [{ kind: "text", text, x: 0, y: 0, size: style.size, face: upright, stretch }],
    };
  }

  private fraction(element: Element, style: MathStyle): MathBox {
    const inner = style.display ? { ...style, display: false } : scripted(style);
    const top = this.child(element, 0, inner);
    const bottom = this.child(element, 1, inner);
    const bare = /^0(?:px|em)?$/.test(element.getAttribute("linethickness") ?? "");
    const rule = ruleThickness * style.size;
    const gap = style.size * 0.12;
    const axis = axisHeight * style.size;
    const width = Math.max(top.width, bottom.width) + style.size * 0.2;
    return combine(
      width,
      [
        { box: top, x: (width - top.width) / 2, y: -(axis + rule / 2 + gap + top.descent) },
        { box: bottom, x: (width - bottom.width) / 2, y: -axis + rule / 2 + gap + bottom.ascent },
      ],
      bare ? [] : [{ kind: "rule", x: 0, y: -axis - rule / 2, width, height: rule }],
    );
  }

  private radical(content: MathBox, index: MathBox | null, style: MathStyle): MathBox {
    const { size } = style;
    const rule = ruleThickness * size;
    const indent = Math.max(0, (index?.width ?? 0) - size * 0.25);
    const start = indent + size * 0.65;
    const top = content.ascent + size * 0.15;
    const width = start + content.width + size * 0.1;
    const foot = content.descent;
    const points = [
      [indent, -size * 0.2],
      [indent + size * 0.15, -size * 0.3],
      [indent + size * 0.35, foot],
      [start, -top],
      [width, -top],
    ] as const;
    const placed = [{ box: content, x: start + size * 0.05, y: 0 }];
    if (index) placed.unshift({ box: index, x: 0, y: -(top - index.ascent * 0.6) * 0.6 });
    const box = combine(width, placed, [{ kind: "stroke", points, thickness: rule }]);
    return { ...box, ascent: Math.max(box.ascent, top + rule), descent: Math.max(box.descent, foot) };
  }

  /** A base with a subscript and a superscript at its right; an index of -1 is a missing one. */
  private scripts(element: Element, style: MathStyle, subIndex: number, superIndex: number): MathBox {
    const base = this.child(element, 0, style);
    const small = scripted(style);
    const sub = subIndex > 0 ? this.child(element, subIndex, small) : null;
    const superscript = superIndex > 0 ? this.child(element, superIndex, small) : null;
    const placed = [{ box: base, x: 0, y: 0 }];
    if (superscript)
      placed.push({
        box: superscript,
        x: base.width,
        y: -Math.max(style.size * 0.38, base.ascent - small.size * 0.45),
      });
    if (sub) placed.push({ box: sub, x: base.width, y: Math.max(style.size * 0.2, base.descent) });
    const extra = Math.max(sub?.width ?? 0, superscript?.width ?? 0);
    return combine(base.width + extra + style.size * 0.05, placed);
  }

  /** A base with something centred below and above; integrals keep their limits at the side. */
  private limits(element: Element, style: MathStyle, underIndex: number, overIndex: number): MathBox {
    const first = element.children[0];
    const operator = first ? operatorOf(first) : null;
    const isAccent =
      element.getAttribute("accent") === "true" || element.getAttribute("accentunder") === "true";
    if (
      operator &&
      !isAccent &&
      (integrals.has(operator) || (largeOperators.has(operator) && !style.display))
    )
      return this.scripts(element, style, underIndex, overIndex);
    const base = this.child(element, 0, style);
    const small = isAccent ? style : scripted(style);
    const under = underIndex > 0 ? this.child(element, underIndex, small) : null;
    const over = overIndex > 0 ? this.child(element, overIndex, small) : null;
    const stretched = isAccent && /^[‾¯_⏞⏟→←]$/u.test(element.children[1]?.textContent ?? "");
    if (stretched) return this.barred(base, Boolean(over), style);
    const width = Math.max(base.width, under?.width ?? 0, over?.width ?? 0);
    const gap = isAccent ? -style.size * 0.45 : style.size * 0.1;
    const centre = (box: MathBox): number => (width - box.width) / 2;
    const placed = [{ box: base, x: centre(base), y: 0 }];
    if (over) placed.push({ box: over, x: centre(over), y: -(base.ascent + gap + over.descent) });
    if (under) placed.push({ box: under, x: centre(under), y: base.descent + gap + under.ascent });
    return combine(width, placed);
  }

  /** A line over or under a whole expression. */
  private barred(base: MathBox, above: boolean, style: MathStyle): MathBox {
    const rule = ruleThickness * style.size;
    const gap = style.size * 0.08;
    const y = above ? -(base.ascent + gap + rule) : base.descent + gap;
    const box = combine(
      base.width,
      [{ box: base, x: 0, y: 0 }],
      [{ kind: "rule", x: 0, y, width: base.width, height: rule }],
    );
    return above ? { ...box, ascent: -y } : { ...box, descent: y + rule };
  }

  private table(element: Element, style: MathStyle): MathBox {
    const inner = { ...style, display: false };
    const rows = element.children.map((row) => row.children.map((cell) => this.children(cell, inner)));
    const columns = Math.max(0, ...rows.map((row) => row.length));
    const widths = Array.from({ length: columns }, (_, column) =>
      Math.max(0, ...rows.map((row) => row[column]?.width ?? 0)),
    );
    const align = (element.getAttribute("columnalign") ?? "").split(/\s+/);
    const columnGap = style.size * 0.8;
    const rowGap = style.size * 0.25;
    const placed: { box: MathBox; x: number; y: number }[] = [];
    let y = 0;
    for (const row of rows) {
      const ascent = Math.max(style.size * 0.7, ...row.map((cell) => cell.ascent));
      const descent = Math.max(style.size * 0.3, ...row.map((cell) => cell.descent));
      let x = 0;
      for (const [column, cell] of row.entries()) {
        const slack = (widths[column] ?? 0) - cell.width;
        const side = align[column] ?? align.at(-1);
        const indent = side === "left" ? 0 : side === "right" ? slack : slack / 2;
        placed.push({ box: cell, x: x + indent, y: y + ascent });
        x += (widths[column] ?? 0) + columnGap;
      }
      y += ascent + descent + rowGap;
    }
    const height = Math.max(0, y - rowGap);
    const shift = height / 2 + axisHeight * style.size;
    const width = widths.reduce((sum, one) => sum + one, 0) + Math.max(0, columns - 1) * columnGap;
    return combine(
      width,
      placed.map((one) => ({ ...one, y: one.y - shift })),
    );
  }
}

function scripted(style: MathStyle): MathStyle {
  return { ...style, size: Math.max(smallestSize, style.size * scriptScale), display: false };
}

function restyled(element: Element, style: MathStyle): MathStyle {
  const display = element.getAttribute("displaystyle");
  const variant = element.getAttribute("mathvariant") ?? "";
  return {
    ...style,
    display: display === null ? style.display : display === "true",
    bold: style.bold || variant.includes("bold"),
  };
}

/** The text of an operator, also when it is the base of limits; null for anything else. */
function operatorOf(element: Element): string | null {
  if (element.localName === "mo") return element.textContent.trim();
  const first = /^m(?:under|over|underover|sub|sup|subsup)$/.test(element.localName)
    ? element.children[0]
    : null;
  return first?.localName === "mo" ? first.textContent.trim() : null;
}

function isFence(element: Element | undefined): boolean {
  if (element?.localName !== "mo" || element.getAttribute("stretchy") === "false") return false;
  return stretchable.has(element.textContent.trim());
}
