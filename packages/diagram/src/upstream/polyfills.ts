// What Mermaid 12 expects of its runtime and Node 20 does not have yet.

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

/** Adds what is missing; what the runtime has stays. */
export function installPolyfills(): void {
  if (!Reflect.has(Object, "groupBy"))
    Object.defineProperty(Object, "groupBy", { value: groupBy, configurable: true, writable: true });
}
