/**
 * Whether a name asks for whatever model fits best at the moment: `tag@ranker` or `tag@ranker?condition`, such as
 * `mistral@latest?context_size > 100000`. No catalog lists such names, and their windows may change.
 */
export function isVirtualModel(name: string): boolean {
  return /^[^@?]+@[a-z]+(\?.+)?$/i.test(name);
}
