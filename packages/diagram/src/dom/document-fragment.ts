/** Fragments. */
import type { Document } from "./document.js";
import { NODE_TYPE } from "./node.js";
import { ParentNode } from "./parent-node.js";

/** A parentless container whose children move out when it is inserted. */
export class DocumentFragment extends ParentNode {
  constructor(document: Document) {
    super(document, NODE_TYPE.fragment);
  }

  protected name(): string {
    return "#document-fragment";
  }

  cloneNode(deep = false): DocumentFragment {
    const copy = new DocumentFragment(this.ownerDocument);
    if (deep) for (let child = this.first; child; child = child.next) copy.appendChild(child.cloneNode(true));
    return copy;
  }
}
