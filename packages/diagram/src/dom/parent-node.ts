/** What documents, fragments and elements have in common: children. */
import { compileSelector, matchesAny } from "./selector.js";
import { Text } from "./character-data.js";
import type { Element } from "./element.js";
import { changes, isElement, Node, NODE_TYPE } from "./node.js";
import { toText } from "./to-text.js";

/** An array that also answers `item(index)`, which is what DOM collections are used for. */
export class NodeList<T> extends Array<T> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  item(index: number): T | null {
    return this[index] ?? null;
  }
}

/** A node with children: documents, fragments and elements. */
export abstract class ParentNode extends Node {
  override get childNodes(): NodeList<Node> {
    const list = new NodeList<Node>();
    // By the getter: DOMPurify puts this question to text as well.
    for (let child = this.firstChild; child; child = child.nextSibling) list.push(child);
    return list;
  }

  get children(): NodeList<Element> {
    const list = new NodeList<Element>();
    for (let child = this.first; child; child = child.next) if (isElement(child)) list.push(child);
    return list;
  }

  get firstElementChild(): Element | null {
    for (let child = this.first; child; child = child.next) if (isElement(child)) return child;
    return null;
  }

  insertBefore<T extends Node>(node: T, reference: Node | null): T {
    if (node.kind === NODE_TYPE.fragment) {
      for (let child = node.first; child; child = node.first) this.insertBefore(child, reference);
      return node;
    }
    if (reference && reference.parent !== this) throw new Error("NotFoundError");
    if ((node as Node) === reference) return node;
    if (node.first && node.contains(this)) throw new Error("HierarchyRequestError");
    node.parent?.removeChild(node);
    if (node.kind !== NODE_TYPE.text || !this.first) changes.count += 1;
    node.parent = this;
    const previous = reference ? reference.previous : this.last;
    node.previous = previous;
    node.next = reference;
    if (previous) previous.next = node;
    else this.first = node;
    if (reference) reference.previous = node;
    else this.last = node;
    return node;
  }

  appendChild<T extends Node>(node: T): T {
    return this.insertBefore(node, null);
  }

  removeChild<T extends Node>(node: T): T {
    if (node.parent !== this) throw new Error("NotFoundError");
    if (node.kind !== NODE_TYPE.text || this.first === this.last) changes.count += 1;
    const { previous, next } = node;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.last = previous;
    node.parent = null;
    node.previous = null;
    node.next = null;
    return node;
  }

  replaceChild<T extends Node>(node: Node, old: T): T {
    this.insertBefore(node, old);
    return this.removeChild(old);
  }

  append(...nodes: (Node | string)[]): void {
    for (const node of nodes) this.appendChild(this.ownerDocument.nodeFrom(node));
  }

  replaceChildren(...nodes: (Node | string)[]): void {
    while (this.first) this.removeChild(this.first);
    this.append(...nodes);
  }

  override get textContent(): string {
    let text = "";
    for (let node = following(this, this); node; node = following(node, this))
      if (node instanceof Text) text += node.data;
    return text;
  }

  override set textContent(value: string | null) {
    const text = toText(value);
    // Lines are filled word by word, and measured each time.
    if (this.first instanceof Text && this.first === this.last && text !== "") {
      this.first.data = text;
      return;
    }
    while (this.first) this.removeChild(this.first);
    if (text !== "") this.appendChild(this.ownerDocument.createTextNode(text));
  }

  querySelector(source: string): Element | null {
    const id = /^(?:#([-\w]+)|\[id="([^"\\]+)"\])$/.exec(source);
    if (id) return this.getElementById(id[1] ?? id[2] ?? "");
    const selectors = compileSelector(source);
    for (let node = following(this, this); node; node = following(node, this))
      if (isElement(node) && matchesAny(node, selectors, this)) return node;
    return null;
  }

  querySelectorAll(source: string): NodeList<Element> {
    const selectors = compileSelector(source);
    const list = new NodeList<Element>();
    for (let node = following(this, this); node; node = following(node, this))
      if (isElement(node) && matchesAny(node, selectors, this)) list.push(node);
    return list;
  }

  getElementsByTagName(name: string): NodeList<Element> {
    const wanted = name.toLowerCase();
    const list = new NodeList<Element>();
    for (const element of elementsIn(this))
      if (wanted === "*" || element.localName.toLowerCase() === wanted) list.push(element);
    return list;
  }

  getElementById(id: string): Element | null {
    for (let node = following(this, this); node; node = following(node, this))
      if (isElement(node) && node.attributeMap.get("id") === id) return node;
    return null;
  }
}

/** The node after `node` in document order, staying inside `root`. */
export function following(node: Node, root: Node): Node | null {
  if (node.first) return node.first;
  for (let step: Node | null = node; step && step !== root; step = step.parent)
    if (step.next) return step.next;
  return null;
}

/** Every element below `root` in document order. */
export function elementsIn(root: Node): Element[] {
  const elements: Element[] = [];
  for (let node = following(root, root); node; node = following(node, root))
    if (isElement(node)) elements.push(node);
  return elements;
}
