/** Whether a server's answer shows what kind of server it is. */
import type { Mark } from "./definition.js";
import { valuesAt } from "./untrusted.js";

/** An answer as far as a mark looks at it; undefined where there was none, or one with an error status. */
export type LookedAt = { value: unknown; text: string } | undefined;

export function meets({ text, field, is }: Mark, answer: LookedAt): boolean {
  if (!answer) return false;
  if (text !== undefined) return answer.text.trim() === text;
  const found = field === undefined ? [] : valuesAt(answer.value, field);
  return is === undefined ? found.length > 0 : found.includes(is);
}

/** The first of these that carries a mark which the server meets. Every path is looked at once, all at the same time. */
export async function knownBy<Kind extends { marks?: readonly Mark[] }>(
  kinds: readonly Kind[],
  look: (path: string) => Promise<LookedAt>,
): Promise<Kind | undefined> {
  const paths = new Set(kinds.flatMap(({ marks = [] }) => marks.map(({ path }) => path)));
  const answers = new Map(
    await Promise.all([...paths].map(async (path) => [path, await look(path)] as const)),
  );
  return kinds.find(({ marks = [] }) => marks.some((mark) => meets(mark, answers.get(mark.path))));
}
