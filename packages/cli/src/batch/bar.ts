/** How far something is, as a bar. */

/** A bar of so many cells between its brackets. */
export function bar(share: number, cells: number): string {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * cells);
  return `[${"#".repeat(filled)}${".".repeat(cells - filled)}]`;
}
