/** `1 token`, `2 tokens`. */
export const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
