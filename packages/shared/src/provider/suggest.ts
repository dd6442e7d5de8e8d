export function closest(_word: string, _candidates: readonly string[]): string | undefined {
  return undefined;
}
