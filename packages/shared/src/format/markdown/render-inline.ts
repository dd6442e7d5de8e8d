/** The spans of a text that is there as a whole. */
import { type InlineContext, nextSpecial, readUnit } from "./inline.js";

/** Styles a complete text, such as a cell of a table. */
export function renderInline(text: string, context: InlineContext): string {
  let output = "";
  let position = 0;
  while (position < text.length) {
    const at = nextSpecial(text, position);
    output += text.slice(position, at);
    if (at >= text.length) break;
    const unit = readUnit(text, at, at === 0 ? "" : text.charAt(at - 1), true, context);
    if (unit === "unfinished") return output + text.slice(at);
    output += unit.output;
    position = at + unit.length;
  }
  return output;
}
