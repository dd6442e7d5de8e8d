/** What Mermaid expects of its runtime and Node 20 does not have yet, and what must not depend on the runtime. */
import { portableMath } from "./portable-math.js";

/** Groups items by the name that `nameOf` gives each of them, as the language does since ES2024. */
function groupBy<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item, index: number) => PropertyKey,
): Record<PropertyKey, Item[]> {
  const groups: Record<PropertyKey, Item[]> = Object.create(null);
  let index = 0;
  for (const item of items) {
    (groups[nameOf(item, index)] ??= []).push(item);
    index += 1;
  }
  return groups;
}

/** Adds what is missing, and makes the functions of Math the same everywhere. */
export function installPolyfills(): void {
  Object.assign(Math, portableMath(Math));
  addGroupBy();
}

/** Object.groupBy, which is not in every version of Node. */
export function addGroupBy(): void {
  if (!Reflect.has(Object, "groupBy"))
    Object.defineProperty(Object, "groupBy", { value: groupBy, configurable: true, writable: true });
}
