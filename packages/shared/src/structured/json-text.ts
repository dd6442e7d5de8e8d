/** The JSON in an answer. Models like to fence what they were asked to give bare, or to say a word before it. */

/** What the JSON of an answer says; the reason where there is none. */
export function parseAnswer(text: string): { value: unknown; json: string } | { reason: string } {
  let reason = "";
  for (const json of candidates(text)) {
    try {
      return { value: JSON.parse(json), json };
    } catch (error) {
      reason ||= error instanceof Error ? error.message : String(error);
    }
  }
  return { reason };
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([^]*?)^[ \t]*\1[ \t]*$/gm;

function* candidates(text: string): Generator<string> {
  yield text.trim();
  const [block, ...others] = [...text.matchAll(FENCE)];
  if (block && others.length === 0) yield (block[2] ?? "").trim();
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  if (from >= 0 && to > from) yield text.slice(from, to + 1);
}
