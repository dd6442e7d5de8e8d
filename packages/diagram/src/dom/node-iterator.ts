/** Walking through a tree as DOMPurify does. */
import type { Node } from "./node.js";
import { following } from "./parent-node.js";

/** The filter constants that DOMPurify reads. */
export const NodeFilter = {
  SHOW_ALL: -1,
  SHOW_ELEMENT: 1,
  SHOW_TEXT: 4,
  SHOW_CDATA_SECTION: 8,
  SHOW_PROCESSING_INSTRUCTION: 64,
  SHOW_COMMENT: 128,
  FILTER_ACCEPT: 1,
  FILTER_REJECT: 2,
  FILTER_SKIP: 3,
} as const;

/**
 * Walks a tree in document order and stays on its way when the node just given is taken out of the tree,
 * which is how DOMPurify uses it.
 */
export class NodeIterator {
  #current: Node | null = null;
  #parentOfCurrent: Node | null = null;
  #siblingOfCurrent: Node | null = null;

  readonly #root: Node;
  readonly #whatToShow: number;

  constructor(root: Node, whatToShow: number = NodeFilter.SHOW_ALL) {
    this.#root = root;
    this.#whatToShow = whatToShow;
  }

  nextNode(): Node | null {
    for (let node = this.#advance(); node; node = this.#advance()) {
      this.#current = node;
      this.#parentOfCurrent = node.parentNode;
      this.#siblingOfCurrent = node.nextSibling;
      if ((this.#whatToShow >>> 0) & (1 << (node.nodeType - 1))) return node;
    }
    return null;
  }

  #advance(): Node | null {
    const current = this.#current;
    const root = this.#root;
    if (!current) return root;
    if (current === root || current.parentNode) return following(current, root);
    if (this.#siblingOfCurrent?.parentNode) return this.#siblingOfCurrent;
    for (let node = this.#parentOfCurrent; node && node !== root; node = node.parentNode)
      if (node.nextSibling) return node.nextSibling;
    return null;
  }
}
