/** Removes what is between hidden tags, also across chunks. */
import type { Formatter, FormatterOutput } from "./formatter.js";

const OPEN = "<hidden>";
const CLOSE = "</hidden>";

/**
 * `hidden_content_filter`: removes `<hidden>…</hidden>`. Of other text it holds back only what may be the
 * beginning of the tag. Content whose end never came stays hidden.
 */
export class HiddenContentFilter implements Formatter {
  readonly name = "hidden_content_filter";
  readonly priority = 5;
  #hidden = false;
  #held = "";

  write(text: string, out: FormatterOutput): void {
    if (this.#held === "" && !this.#hidden && !text.includes("<")) {
      out.text(text);
      return;
    }
    let rest = this.#held + text;
    this.#held = "";
    while (rest !== "") {
      const tag = this.#hidden ? CLOSE : OPEN;
      const found = findTag(rest, tag);
      if (found > 0 && !this.#hidden) out.text(rest.slice(0, found));
      if (rest.length - found < tag.length) {
        this.#held = rest.slice(found);
        return;
      }
      this.#hidden = !this.#hidden;
      rest = rest.slice(found + tag.length);
    }
  }

  flush(out: FormatterOutput): void {
    if (!this.#hidden && this.#held !== "") out.text(this.#held);
    this.#held = "";
    this.#hidden = false;
  }
}

/** The position of the tag in any letter case, or of its beginning at the end of the text, or the text's length. */
function findTag(text: string, tag: string): number {
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const candidate = text.slice(at, at + tag.length).toLowerCase();
    if (tag.startsWith(candidate)) return at;
  }
  return text.length;
}
