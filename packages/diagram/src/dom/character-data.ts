/** Text and comments. */
import type { Document } from "./document.js";
import { Node, NODE_TYPE } from "./node.js";
import { toText } from "./to-text.js";

abstract class CharacterData extends Node {
  declare data: string;

  constructor(document: Document, kind: number, data: string) {
    super(document, kind);
    this.data = data;
  }

  override get textContent(): string {
    return this.data;
  }

  override set textContent(value: string | null) {
    this.data = toText(value);
  }

  get length(): number {
    return this.data.length;
  }
}

/** A run of characters. */
export class Text extends CharacterData {
  constructor(document: Document, data: string) {
    super(document, NODE_TYPE.text, data);
  }

  protected name(): string {
    return "#text";
  }

  cloneNode(): Text {
    return new Text(this.ownerDocument, this.data);
  }
}

/** A comment; kept only because DOMPurify looks for them. */
export class Comment extends CharacterData {
  constructor(document: Document, data: string) {
    super(document, NODE_TYPE.comment, data);
  }

  protected name(): string {
    return "#comment";
  }

  cloneNode(): Comment {
    return new Comment(this.ownerDocument, this.data);
  }
}
