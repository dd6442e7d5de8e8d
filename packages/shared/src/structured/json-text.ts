/** The JSON in an answer. Models like to fence what they were asked to give bare, or to say a word before it. */
import { messageOf } from "../provider/errors.js";

/** What the JSON of an answer says; the reason where there is none. */
export function parseAnswer(text: string): { value: unknown; json: string } | { reason: string } {
  let reason = "";
  for (const json of candidates(text)) {
    try {
      return { value: JSON.parse(json), json };
    } catch (error) {
      reason ||= messageOf(error);
    }
  }
  return { reason };
}

function* candidates(text: string): Generator<string> {
  yield text.trim();
  const block = onlyBlock(text);
  if (block !== undefined) yield block.trim();
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  if (from >= 0 && to > from) yield text.slice(from, to + 1);
}

const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;

/** What stands in the fenced block of a text; undefined where there is none, or more than one. Looks at each line once. */
function onlyBlock(text: string): string | undefined {
  let open: { marker: string; lines: string[] } | undefined;
  let block: string | undefined;
  for (const line of text.split("\n")) {
    const [, marker, rest = ""] = FENCE.exec(line) ?? [];
    if (open && marker?.startsWith(open.marker) && rest.trim() === "") {
      if (block !== undefined) return undefined;
      block = open.lines.join("\n");
      open = undefined;
    } else if (open) open.lines.push(line);
    else if (marker !== undefined) open = { marker, lines: [] };
  }
  return block;
}
