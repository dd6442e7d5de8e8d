/** What all nodes have in common: their place in the tree. */
import type { Document } from "./document.js";
import type { Element } from "./element.js";
import type { ParentNode } from "./parent-node.js";

/** Node kinds, numbered as in the DOM standard. */
export const NODE_TYPE = { element: 1, text: 3, comment: 8, document: 9, fragment: 11 } as const;

/**
 * Counts every change of the tree and of attributes, but for text beside other nodes or in place of other text: the styles
 * that were computed since the last one still hold.
 */
export const changes = { count: 0 };

const POSITION_FLAGS = { disconnected: 1, preceding: 2, following: 4, contains: 8, containedBy: 16 };

/**
 * A node of the tree: links to its neighbours and what d3, DOMPurify and Mermaid ask of every node.
 * Events are accepted and never fired: nothing in a drawing may run code.
 */
export abstract class Node {
  /** Links of the tree, kept by ParentNode. The DOM's names for them are getters, where DOMPurify looks. */
  declare parent: ParentNode | null;
  declare previous: Node | null;
  declare next: Node | null;
  /** The first and the last child; only a ParentNode has some. */
  declare first: Node | null;
  declare last: Node | null;

  declare readonly kind: number;
  declare readonly owner: Document | null;

  /** Fields are only declared, and none is private: making them would be a call of its own for each class of each node. */
  constructor(owner: Document | null, kind: number) {
    this.parent = null;
    this.previous = null;
    this.next = null;
    this.first = null;
    this.last = null;
    this.kind = kind;
    this.owner = owner;
  }

  /** The document that made this node; a document is its own. */
  get ownerDocument(): Document {
    if (!this.owner) throw new Error("a node without a document");
    return this.owner;
  }

  protected abstract name(): string;
  abstract get textContent(): string;
  abstract cloneNode(deep?: boolean): Node;

  get nodeType(): number {
    return this.kind;
  }

  get nodeName(): string {
    return this.name();
  }

  get parentNode(): ParentNode | null {
    return this.parent;
  }

  get previousSibling(): Node | null {
    return this.previous;
  }

  get nextSibling(): Node | null {
    return this.next;
  }

  get firstChild(): Node | null {
    return this.first;
  }

  get childNodes(): Node[] {
    return [];
  }

  get shadowRoot(): null {
    return null;
  }

  get parentElement(): Element | null {
    return isElement(this.parent) ? this.parent : null;
  }

  get isConnected(): boolean {
    return this.getRootNode().nodeType === NODE_TYPE.document;
  }

  hasChildNodes(): boolean {
    return this.first !== null;
  }

  getRootNode(): Node {
    return this.parent?.getRootNode() ?? this;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  contains(other: Node | null): boolean {
    for (let node = other; node; node = node.parent) if (node === this) return true;
    return false;
  }

  compareDocumentPosition(other: Node): number {
    if (other === this) return 0;
    const mine = ancestry(this);
    const theirs = ancestry(other);
    if (mine[0] !== theirs[0]) return POSITION_FLAGS.disconnected;
    let depth = 0;
    while (mine[depth] && mine[depth] === theirs[depth]) depth += 1;
    const mineHere = mine[depth];
    const theirsHere = theirs[depth];
    if (!mineHere) return POSITION_FLAGS.containedBy | POSITION_FLAGS.following;
    if (!theirsHere) return POSITION_FLAGS.contains | POSITION_FLAGS.preceding;
    for (let node: Node | null = mineHere; node; node = node.nextSibling)
      if (node === theirsHere) return POSITION_FLAGS.following;
    return POSITION_FLAGS.preceding;
  }

  before(...nodes: (Node | string)[]): void {
    for (const node of nodes) this.parentNode?.insertBefore(this.ownerDocument.nodeFrom(node), this);
  }

  after(...nodes: (Node | string)[]): void {
    const reference = this.nextSibling;
    for (const node of nodes) this.parentNode?.insertBefore(this.ownerDocument.nodeFrom(node), reference);
  }

  replaceWith(...nodes: (Node | string)[]): void {
    this.before(...nodes);
    this.remove();
  }

  /** Mermaid's block diagrams turn their data, nodes of the tree among it, into JSON. */
  toJSON(): object {
    return {};
  }

  normalize(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
  dispatchEvent(): boolean {
    return true;
  }
}

/** Whether a node is an element; by its kind, so that the classes need not import each other in a circle. */
export const isElement = (node: Node | null): node is Element =>
  node !== null && node.kind === NODE_TYPE.element;

function ancestry(node: Node): Node[] {
  const path: Node[] = [];
  for (let step: Node | null = node; step; step = step.parentNode) path.unshift(step);
  return path;
}
