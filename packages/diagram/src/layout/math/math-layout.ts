/** Formulas by the rules of MathML Core. */
import { toPixels } from "../../css/length.js";
import type { Element } from "../../dom/element.js";
import type { FaceStyle } from "../../text/bundled-fonts.js";
import type { TextMeasurer } from "../../text/measurer.js";
import { combine, emptyBox, type MathBox, type PlacedBox } from "./math-box.js";
import { type MathMetrics, mathMetrics } from "./math-metrics.js";
import { fraction, radical, scripts, stacked, table } from "./math-shapes.js";
import { lettersOf } from "./math-letters.js";
import { isInvisible, operatorOf, spaceAround } from "./math-spacing.js";
import { INTEGRALS, LARGE_OPERATORS } from "./operators.js";
import { stretchedAccent } from "./stretched-accents.js";

interface MathStyle {
  readonly size: number;
  readonly display: boolean;
  readonly bold: boolean;
}

/** KaTeX's style sheet, which mermaid-cli loads, makes formulas this much larger than the text around them. */
const FORMULA_SCALE = 1.21;
const SCRIPT_SCALE = 0.71;
const SMALLEST_SIZE = 7;
const LARGE_SCALE = 1.3;
const UPRIGHT: FaceStyle = { bold: false, italic: false };
const FENCES = new Set("()[]{}|‖⌈⌉⌊⌋⟨⟩");
const BARS = new Set("∣∥/");

/** Lays out MathML as KaTeX writes it. What it does not know is shown as a row of its content. */
export function layoutMath(math: Element, fontSize: number, measurer: TextMeasurer): MathBox {
  const display = math.getAttribute("display") === "block";
  return new MathLayout(measurer).children(math, { size: fontSize * FORMULA_SCALE, display, bold: false });
}

class MathLayout {
  readonly #measurer: TextMeasurer;

  constructor(measurer: TextMeasurer) {
    this.#measurer = measurer;
  }

  /** The children of an element as a row with operators spaced and fences grown. */
  children(parent: Element, style: MathStyle): MathBox {
    const elements = parent.children;
    const boxes = elements.map((element) => this.#element(element, style));
    const enclosed = boxes.filter((_, index) => !isFence(elements[index]));
    const ascent = Math.max(0, ...enclosed.map((box) => box.ascent));
    const descent = Math.max(0, ...enclosed.map((box) => box.descent));
    const em = Math.round(style.size);
    let x = 0;
    const placed = elements.map((element, index): PlacedBox => {
      const box = isFence(element)
        ? this.#fence(element.textContent.trim(), ascent, descent, style)
        : (boxes[index] ?? emptyBox());
      const { before, after } = spaceAround(elements, index);
      const at = { box, x: x + before * em, y: 0 };
      x = at.x + box.width + after * em;
      return at;
    });
    return combine(
      x,
      placed.filter(({ box }) => box.parts.length > 0 || box.ascent !== 0 || box.descent !== 0),
    );
  }

  #metrics(style: MathStyle): MathMetrics {
    return mathMetrics(this.#measurer.face(UPRIGHT), style.size);
  }

  #element(element: Element, style: MathStyle): MathBox {
    switch (element.localName) {
      case "mi":
      case "mn":
      case "mo":
      case "mtext":
      case "ms":
        return this.#token(element, style);
      case "mfrac":
        return this.#fraction(element, style);
      case "msqrt":
        return radical(this.children(element, style), null, this.#metrics(style), style.display);
      case "mroot":
        return radical(
          this.#child(element, 0, style),
          this.#child(element, 1, scripted(scripted(style))),
          this.#metrics(style),
          style.display,
        );
      case "msub":
        return this.#scripts(element, style, 1, -1);
      case "msup":
        return this.#scripts(element, style, -1, 1);
      case "msubsup":
        return this.#scripts(element, style, 1, 2);
      case "munder":
        return this.#limits(element, style, 1, -1);
      case "mover":
        return this.#limits(element, style, -1, 1);
      case "munderover":
        return this.#limits(element, style, 1, 2);
      case "mtable":
        return this.#table(element, style);
      case "mspace":
        return emptyBox(toPixels(element.getAttribute("width") ?? "0", style.size));
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

  #child(parent: Element, index: number, style: MathStyle): MathBox {
    const element = parent.children[index];
    return element ? this.#element(element, style) : emptyBox();
  }

  #token(element: Element, style: MathStyle): MathBox {
    const { text, face } = lettersOf(element, style.bold);
    if (isInvisible(text)) return emptyBox();
    const grows = LARGE_OPERATORS.has(text) || INTEGRALS.has(text);
    const box = this.#glyphs(text, grows && style.display ? style.size * LARGE_SCALE : style.size, face);
    if (!grows) return box;
    // In the middle of the operators around it.
    const y = (box.ascent - box.descent) / 2 - this.#metrics(style).axis;
    return combine(box.width, [{ box, x: 0, y }]);
  }

  #glyphs(text: string, size: number, face: FaceStyle): MathBox {
    return {
      width: this.#measurer.width(text, size, face),
      ...this.#measurer.inkHeight(text, size, face),
      parts: [{ kind: "text", text, x: 0, y: 0, size, face, stretch: 1 }],
    };
  }

  /** A bracket as high as what it encloses. */
  #fence(text: string, ascent: number, descent: number, style: MathStyle): MathBox {
    const natural = this.#glyphs(text, style.size, UPRIGHT);
    const stretch = (ascent + descent) / (natural.ascent + natural.descent);
    if (stretch <= 1 || !Number.isFinite(stretch)) return natural;
    // Grown from the baseline and then moved to where the content ends.
    const y = descent - natural.descent * stretch;
    const parts = natural.parts.map((part) => (part.kind === "text" ? { ...part, y, stretch } : part));
    return { width: natural.width, ascent, descent, parts };
  }

  #fraction(element: Element, style: MathStyle): MathBox {
    const inner = style.display ? { ...style, display: false } : scripted(style);
    const bare = /^0(?:px|em)?$/.test(element.getAttribute("linethickness") ?? "");
    return fraction(this.#child(element, 0, inner), this.#child(element, 1, inner), this.#metrics(style), {
      display: style.display,
      bare,
    });
  }

  /** An index of -1 is a missing script. */
  #scripts(element: Element, style: MathStyle, subIndex: number, superIndex: number): MathBox {
    const small = scripted(style);
    return scripts(
      this.#child(element, 0, style),
      subIndex > 0 ? this.#child(element, subIndex, small) : null,
      superIndex > 0 ? this.#child(element, superIndex, small) : null,
      this.#metrics(style),
    );
  }

  /** A base with something centred below and above. */
  #limits(element: Element, style: MathStyle, underIndex: number, overIndex: number): MathBox {
    const operator = operatorOf(element.children[0]);
    const isLarge = operator !== null && LARGE_OPERATORS.has(operator);
    if (isLarge && !style.display) return this.#scripts(element, style, underIndex, overIndex);
    const base = this.#child(element, 0, style);
    const metrics = this.#metrics(style);
    const isAccent =
      element.getAttribute("accent") === "true" || element.getAttribute("accentunder") === "true";
    const small = isAccent ? style : scripted(style);
    const accent = operatorOf(element.children[1]);
    const stretched = accent ? stretchedAccent(accent, base.width, metrics) : null;
    if (stretched && underIndex + overIndex === 0) {
      const [under, over] = underIndex > 0 ? [stretched, null] : [null, stretched];
      return stacked(base, under, over, metrics.rule, metrics.rule);
    }
    const under = underIndex > 0 ? this.#child(element, underIndex, small) : null;
    const over = overIndex > 0 ? this.#child(element, overIndex, small) : null;
    if (isLarge) return stacked(base, under, over, 0, 0);
    return stacked(base, under, over, isAccent ? 0 : metrics.rule * 3, metrics.rule);
  }

  #table(element: Element, style: MathStyle): MathBox {
    const inner = { ...style, display: false };
    const rows = element.children.map((row) => row.children.map((cell) => this.children(cell, inner)));
    const attribute = (name: string): string => element.getAttribute(name) ?? "";
    const columns = { columnalign: attribute("columnalign"), columnspacing: attribute("columnspacing") };
    return table(rows, columns, this.#metrics(style));
  }
}

function scripted(style: MathStyle): MathStyle {
  return { ...style, size: Math.max(SMALLEST_SIZE, style.size * SCRIPT_SCALE), display: false };
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

function isFence(element: Element | undefined): boolean {
  if (element?.localName !== "mo" || element.getAttribute("stretchy") === "false") return false;
  const text = element.textContent.trim();
  return FENCES.has(text) || (BARS.has(text) && element.getAttribute("fence") === "true");
}
