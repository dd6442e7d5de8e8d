/** Nodes as markup. */
import { Comment, Text } from "./character-data.js";
import { NAMESPACES, RAW_TEXT_ELEMENTS, VOID_ELEMENTS } from "./names.js";
import { isElement, type Node } from "./node.js";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\u00a0": "&nbsp;",
};
const escapeText = (text: string): string => text.replace(/[&<>\u00a0]/g, (char) => ESCAPES[char] ?? char);
const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"\u00a0]/g, (char) => ESCAPES[char] ?? char);

/** The markup of a node, as `outerHTML` gives it. */
export function serialize(node: Node): string {
  const out: string[] = [];
  write(node, out);
  return out.join("");
}

/** The markup of a node's children, as `innerHTML` gives it. */
export function serializeChildren(node: Node): string {
  const out: string[] = [];
  for (let child = node.first; child; child = child.next) write(child, out);
  return out.join("");
}

function write(node: Node, out: string[]): void {
  if (node instanceof Text) {
    const raw = isElement(node.parent) && RAW_TEXT_ELEMENTS.has(node.parent.localName);
    out.push(raw ? node.data : escapeText(node.data));
  } else if (node instanceof Comment) {
    out.push("<!--", node.data, "-->");
  } else if (isElement(node)) {
    out.push("<", node.localName);
    for (const [name, value] of node.attributeMap) out.push(" ", name, '="', escapeAttribute(value), '"');
    out.push(">");
    if (node.namespaceURI === NAMESPACES.html && VOID_ELEMENTS.has(node.localName)) return;
    for (let child = node.first; child; child = child.next) write(child, out);
    out.push("</", node.localName, ">");
  }
}
