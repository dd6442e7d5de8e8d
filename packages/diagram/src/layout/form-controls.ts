/** Buttons, fields and gauges in labels, which take no input there: drawings of the size that Chromium gives them. */
import type { Element } from "../dom/element.js";
import type { TextMeasurer } from "../text/measurer.js";
import type { InlineObject } from "./inline-objects.js";

/** The elements that are drawn as one. */
export const CONTROL_NAMES: ReadonlySet<string> = new Set([
  "input",
  "button",
  "select",
  "textarea",
  "progress",
  "meter",
]);

interface Control {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  /** What is left free above it. */
  readonly margin?: number;
  readonly shapes: string;
  readonly text?: {
    readonly value: string;
    readonly x: number;
    readonly color?: string;
    readonly mono?: boolean;
  };
}

const TEXT_SIZE = 13.333;
const FACE = { bold: false, italic: false };
const LINE = "#767676";
const ACCENT = "#0075ff";
/** Of a text area's letters. */
const MONO_WIDTH = 8;
const MONO_HEIGHT = 15;
const FIELD_WIDTH = 204;

const frame = (x: number, width: number, height: number, fill: string): string =>
  `<rect x="${x + 0.5}" y="0.5" width="${width - 1}" height="${height - 1}" rx="2" style="fill:${fill};stroke:${LINE};stroke-width:1"/>`;

function tick(isChecked: boolean): Control {
  const box = isChecked
    ? `<rect x="4" y="0" width="13" height="13" rx="2" style="fill:${ACCENT};stroke:none"/><path d="M6.5 6.5 L9.3 9.3 L14.5 3.5" style="fill:none;stroke:#fff;stroke-width:2"/>`
    : frame(4, 13, 13, "#fff");
  return { width: 20, ascent: 13, descent: 0, margin: 3, shapes: box };
}

function dot(isChecked: boolean): Control {
  const [line, inner] = isChecked
    ? [ACCENT, `<circle cx="11.5" cy="6.5" r="4" style="fill:${ACCENT};stroke:none"/>`]
    : [LINE, ""];
  const ring = `<circle cx="11.5" cy="6.5" r="6" style="fill:#fff;stroke:${line};stroke-width:1"/>`;
  return { width: 21, ascent: 13, descent: 0, margin: 3, shapes: ring + inner };
}

function button(value: string, measurer: TextMeasurer): Control {
  const width = measurer.width(value, TEXT_SIZE, FACE) + 16;
  return { width, ascent: 15, descent: 6, shapes: frame(0, width, 21, "#efefef"), text: { value, x: 8 } };
}

function field(element: Element): Control {
  const value = element.getAttribute("value") ?? "";
  const hint = { value: element.getAttribute("placeholder") ?? "", x: 4, color: "#757575" };
  const shapes = frame(0, FIELD_WIDTH, 21, "#fff");
  return { width: FIELD_WIDTH, ascent: 15, descent: 6, shapes, text: value ? { value, x: 4 } : hint };
}

function slider(element: Element): Control {
  const at = 8 + 113 * share(element, 50, 100);
  const shapes = `<rect x="2.5" y="5.5" width="128" height="6" rx="3" style="fill:#efefef;stroke:#b2b2b2;stroke-width:1"/><rect x="2" y="5" width="${at}" height="7" rx="3" style="fill:${ACCENT};stroke:none"/><circle cx="${2 + at}" cy="8" r="8" style="fill:${ACCENT};stroke:none"/>`;
  return { width: 133, ascent: 16, descent: 2, margin: 2, shapes };
}

function input(element: Element, measurer: TextMeasurer): Control | null {
  const type = element.getAttribute("type")?.toLowerCase() ?? "text";
  const isChecked = element.hasAttribute("checked");
  const usual: Readonly<Record<string, string>> = { submit: "Submit", reset: "Reset", button: "" };
  if (type === "checkbox") return tick(isChecked);
  if (type === "radio") return dot(isChecked);
  if (type === "range") return slider(element);
  if (type === "hidden") return null;
  const name = usual[type];
  return name === undefined ? field(element) : button(element.getAttribute("value") ?? name, measurer);
}

function select(element: Element, measurer: TextMeasurer): Control {
  const options = [...element.querySelectorAll("option")];
  const nameOf = (option: Element | undefined): string => option?.textContent?.trim() ?? "";
  const widest = Math.max(0, ...options.map((option) => measurer.width(nameOf(option), TEXT_SIZE, FACE)));
  const width = Math.ceil(widest) + 22;
  const value = nameOf(options.find((option) => option.hasAttribute("selected")) ?? options[0]);
  const right = width - 13;
  const arrow = `<path d="M${right} 7.5 L${right + 4} 11.5 L${right + 8} 7.5" style="fill:none;stroke:#000;stroke-width:2"/>`;
  return {
    width,
    ascent: 14,
    descent: 5,
    shapes: frame(0, width, 19, "#fff") + arrow,
    text: { value, x: 5 },
  };
}

function area(element: Element): Control {
  const count = (name: string, usual: number): number =>
    Math.min(200, Math.max(1, Number.parseInt(element.getAttribute(name) ?? "", 10) || usual));
  const width = count("cols", 20) * MONO_WIDTH + 22;
  const height = count("rows", 2) * MONO_HEIGHT + 6;
  const value = element.textContent?.trim().split("\n")[0] ?? "";
  const text = { value, x: 3, mono: true };
  return { width, ascent: height, descent: 0, shapes: frame(0, width, height, "#fff"), text };
}

/** How much of a gauge is full. */
function share(element: Element, usual: number, most: number): number {
  const number = (name: string, other: number): number => {
    const value = Number.parseFloat(element.getAttribute(name) ?? "");
    return Number.isFinite(value) ? value : other;
  };
  const [least, greatest] = [number("min", 0), number("max", most)];
  return Math.min(1, Math.max(0, (number("value", usual) - least) / (greatest - least || 1)));
}

function gauge(element: Element, width: number, size: number, color: string): Control {
  const full = width * share(element, 0, 1);
  const [top, high] = [size / 4, size / 2];
  const track = `<rect x="0.5" y="${top + 0.5}" width="${width - 1}" height="${high - 1}" rx="${(high - 1) / 2}" style="fill:#efefef;stroke:#b2b2b2;stroke-width:1"/>`;
  // Round where it begins and straight where it ends.
  const round = Math.min(high / 2, full);
  const bar = `<path d="M${round} ${top} H${full} V${top + high} H${round} A${round} ${high / 2} 0 0 1 ${round} ${top}" style="fill:${color};stroke:none"/>`;
  return { width, ascent: size * 0.8, descent: size * 0.2, shapes: track + (full > 0 ? bar : "") };
}

function controlOf(element: Element, size: number, measurer: TextMeasurer): Control | null {
  switch (element.localName) {
    case "input":
      return input(element, measurer);
    case "button":
      return button(element.textContent?.trim() ?? "", measurer);
    case "select":
      return select(element, measurer);
    case "textarea":
      return area(element);
    case "progress":
      return gauge(element, 10 * size, size, ACCENT);
    default:
      return gauge(element, 5 * size, size, "#107c10");
  }
}

const drawings = new WeakMap<Element, Element>();

/** Shapes as a drawing, made once for the element that they stand for. */
function drawn(element: Element, view: string, content: string, text: string): Element {
  let drawing = drawings.get(element);
  if (!drawing) {
    const holder = element.ownerDocument.createElement("div");
    holder.innerHTML = `<svg viewBox="${view}">${content}</svg>`;
    drawing = holder.querySelector("svg") ?? holder;
    const label = drawing.querySelector("text");
    if (label) label.textContent = text;
    drawings.set(element, drawing);
  }
  return drawing;
}

/** A control as a drawing in its line; null for one that is not shown, and for any other element. */
export function controlObject(element: Element, size: number, measurer: TextMeasurer): InlineObject | null {
  const control = CONTROL_NAMES.has(element.localName) ? controlOf(element, size, measurer) : null;
  if (!control) return null;
  const { width, descent, shapes, text, margin = 0 } = control;
  const y = text?.mono ? MONO_HEIGHT : control.ascent;
  const face = `font-family:${text?.mono ? "monospace" : "Arial"};font-size:${TEXT_SIZE}px`;
  const written = `<text x="${text?.x ?? 0}" y="${y}" style="${face};fill:${text?.color ?? "#000"};stroke:none"></text>`;
  const ascent = control.ascent + margin;
  const view = `0 ${-margin} ${width} ${ascent + descent}`;
  const drawing = drawn(element, view, shapes + (text?.value ? written : ""), text?.value ?? "");
  return { width, ascent, descent, content: { kind: "svg", element: drawing } };
}

/** The triangle before the summary of details, as wide as the space that it takes. */
export function disclosureObject(details: Element, size: number): InlineObject {
  const points = details.hasAttribute("open") ? "0,2 64,2 32,57" : "4,0 59,32 4,64";
  const drawing = drawn(details, "0 0 105 68", `<polygon points="${points}" style="stroke:none"/>`, "");
  const [width, ascent] = [1.05 * size, 0.68 * size];
  return { width, ascent, descent: 0, content: { kind: "svg", element: drawing } };
}
