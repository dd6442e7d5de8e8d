/** Characters that Mermaid hides from its own parsers. */
import { namedEntity, numericEntity } from "../dom/entities.js";
import { Text } from "../dom/character-data.js";
import type { Node } from "../dom/node.js";
import { following } from "../dom/parent-node.js";

// Mermaid hides `#35;` and `#quot;` from its parsers behind these characters until it writes the SVG out.
const NUMERIC = /\ufb02\u00b0\u00b0(\d+)\u00b6\u00df/g;
const NAMED = /\ufb02\u00b0(\w+)\u00b6\u00df/g;

/** Puts the characters back that Mermaid hid behind placeholders. */
export function decodePlaceholders(root: Node): void {
  for (let node = following(root, root); node; node = following(node, root))
    if (node instanceof Text && node.data.includes("\u00b6\u00df"))
      node.data = withoutPlaceholders(node.data);
}

/** A text with those characters put back. */
export function withoutPlaceholders(text: string): string {
  return text
    .replace(NUMERIC, (_, code: string) => numericEntity(Number(code)))
    .replace(NAMED, (match, name: string) => namedEntity(name) ?? match);
}
