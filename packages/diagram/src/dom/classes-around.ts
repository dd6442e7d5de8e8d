/** The classes around a node, kept for as long as nothing changes. */
import { changes, isElement, type Node } from "./node.js";

/** What is known of the classes around an element, and what it follows from. */
export interface KnownClasses {
  readonly classes: ReadonlySet<string>;
  readonly version: number;
  readonly outer: ReadonlySet<string>;
  /** The count of changes at which it was last found to hold. */
  checkedAt: number;
}

const NONE: ReadonlySet<string> = new Set();

/** The classes of a node and of all that it is in: most rules fail for want of one, and need not be tried. */
export function classesAround(node: Node | null): ReadonlySet<string> {
  if (!isElement(node)) return NONE;
  const last = node.keptClasses;
  if (last?.checkedAt === changes.count) return last.classes;
  const outer = classesAround(node.parent);
  if (last && last.version === node.attributeVersion && last.outer === outer) {
    last.checkedAt = changes.count;
    return last.classes;
  }
  const own = node.className.split(/\s+/).filter(Boolean);
  const classes = own.length > 0 ? new Set([...outer, ...own]) : outer;
  node.keptClasses = { classes, version: node.attributeVersion, outer, checkedAt: changes.count };
  return classes;
}
