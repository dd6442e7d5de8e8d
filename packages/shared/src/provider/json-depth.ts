/** How deep a value nests. What is parsed without complaint can still be too deep for everything that walks it. */

/** Deeper than any real argument or schema, and far from the depth at which recursion fails. */
export const DEEPEST = 200;

/** Whether a value nests deeper than a limit. Walks without recursion: the value may be as deep as its sender liked. */
export function isDeeperThan(value: unknown, limit = DEEPEST): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      for (const child of Object.values(item))
        if (typeof child === "object" && child !== null) below.push(child);
    }
    if (below.length === 0) return false;
    level = below;
  }
  return true;
}
