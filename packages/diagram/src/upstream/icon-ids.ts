/** Names of gradients and clip paths in icons, made the same for the same drawing. */
import type { Element } from "../dom/element.js";
import { isElement } from "../dom/node.js";
import { elementsIn, following } from "../dom/parent-node.js";

const REFERENCE = /(^|url\(\s*["']?)#([^"')\s]+)/g;

/**
 * Gives what icons define for themselves (gradients, clip paths) names of this drawing. Mermaid numbers them through
 * all drawings of the thread, and then the same source would not give the same result twice.
 */
export function renameIconIds(root: Element): void {
  let count = 0;
  for (let icon = following(root, root); icon; icon = following(icon, root)) {
    if (!isElement(icon) || icon.localName !== "svg" || icon.parentElement?.closest("svg") !== root) continue;
    const names = new Map<string, string>();
    const parts = elementsIn(icon);
    for (const part of parts) {
      if (!part.id || names.has(part.id)) continue;
      names.set(part.id, `${root.id}-icon-${count}`);
      count += 1;
      part.setAttribute("id", names.get(part.id) ?? "");
    }
    if (names.size === 0) continue;
    for (const part of parts)
      for (const [name, value] of part.attributeMap)
        if (value.includes("#"))
          part.setAttribute(
            name,
            value.replace(REFERENCE, (whole, before: string, id: string) =>
              names.has(id) ? `${before}#${names.get(id)}` : whole,
            ),
          );
  }
}
