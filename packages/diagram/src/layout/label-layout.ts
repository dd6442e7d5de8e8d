/** The layouts of labels, kept: Mermaid measures each label twice, and it is laid out once more when it is drawn. */
import type { Element } from "../dom/element.js";
import { Text } from "../dom/character-data.js";
import { isElement, type Node } from "../dom/node.js";
import type { TextMeasurer } from "../text/measurer.js";
import { inheritAlike } from "./computed-style.js";
import { layoutHtml } from "./html-label.js";
import type { HtmlLayout } from "./inline-objects.js";
import { KnownElement, type StyleResolver } from "./style-resolver.js";

/** The last layout of a label, and all that it was made of. */
class KeptLayout {
  readonly layout: HtmlLayout;
  readonly available: number;
  readonly measurer: TextMeasurer;
  /** Every text in it, and for every element what is known of it: that is another object after any change that matters to it. */
  readonly content: readonly unknown[];

  constructor(layout: HtmlLayout, available: number, measurer: TextMeasurer, content: readonly unknown[]) {
    this.layout = layout;
    this.available = available;
    this.measurer = measurer;
    this.content = content;
  }
}

/** Less than what a line may be too wide by: see TOLERANCE in line-breaker.ts. */
const ROUNDING = 1 / 128;
/** Elements whose content stands in the lines of the label. */
const PLAIN = new Set(["b", "br", "code", "div", "em", "p", "span", "strong", "u"]);

/** Lays out the HTML inside of a foreignObject, or in a page. */
export function labelLayout(
  element: Element,
  available: number,
  styles: StyleResolver,
  measurer: TextMeasurer,
): HtmlLayout {
  const content: unknown[] = [];
  collect(element, styles, content);
  const last = element.keptLabel;
  if (
    last instanceof KeptLayout &&
    last.measurer === measurer &&
    isSame(last.content, content) &&
    (last.available === available || (fits(last, available) && isPlain(element, styles)))
  )
    return last.layout;
  const layout = layoutHtml(element, available, styles, measurer);
  element.keptLabel = new KeptLayout(layout, available, measurer, content);
  return layout;
}

/** Whether all lines that were made without a limit have room, so that they would be the same. */
const fits = ({ available, layout }: KeptLayout, room: number): boolean =>
  available === Number.POSITIVE_INFINITY && layout.width <= room + ROUNDING;

/** Whether nothing asks how much room there is: a share of it, or a box inside. */
function isPlain(element: Element, styles: StyleResolver): boolean {
  for (const { name, value } of styles.of(element).own.values())
    if (value.includes("%") || name.startsWith("border")) return false;
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (!PLAIN.has(child.localName) || styles.of(child).own.has("width") || !isPlain(child, styles))
      return false;
  return true;
}

function collect(node: Node, styles: StyleResolver, content: unknown[]): void {
  if (node instanceof Text) content.push(node.data);
  else if (isElement(node)) {
    content.push(node, styles.known(node));
    for (let child = node.first; child; child = child.next) collect(child, styles, content);
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1)
    if (one[at] !== other[at] && !isAlike(one[at], other[at])) return false;
  return true;
}

/**
 * Whether what was known of an element and what is known now come to the same: it has the attributes that it had, and its style
 * says what it said. Mermaid measures a label first and then puts it where other rules apply, which say the same of it.
 */
function isAlike(one: unknown, other: unknown): boolean {
  if (!(one instanceof KnownElement && other instanceof KnownElement)) return false;
  const [before, now] = [one.style, other.style];
  if (one.version !== other.version || before.own.size !== now.own.size || !inheritAlike(before, now))
    return false;
  for (const [name, { value }] of before.own) if (now.own.get(name)?.value !== value) return false;
  return true;
}
