/**
 * Removes everything from untrusted text that a terminal would obey instead of show: escape sequences (also
 * unfinished and split ones), control characters, bidirectional overrides, and lone surrogates. Newline and
 * tab stay. Text goes in as chunks; what comes out does not depend on how it was cut.
 *
 * @example
 * const sanitizer = new Sanitizer();
 * for await (const chunk of source) process.stdout.write(sanitizer.write(chunk));
 * process.stdout.write(sanitizer.flush());
 */
export class Sanitizer {
  #state: State = "text";
  /** The first half of a character that was cut in two. */
  #surrogate = "";

  /** Takes the next chunk and gives what of it is safe to show. */
  write(chunk: string): string {
    if (this.#state === "text" && this.#surrogate === "" && HARMLESS.test(chunk)) return chunk;
    let text = this.#surrogate + chunk;
    this.#surrogate = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#surrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    if (this.#state === "text" && !SUSPICIOUS.test(text)) return text;
    return this.#clean(replaceRest(text));
  }

  /** A sequence that never ended is dropped; half a character becomes the replacement character. */
  flush(): string {
    const rest = this.#surrogate === "" || this.#state !== "text" ? "" : "\ufffd";
    this.#state = "text";
    this.#surrogate = "";
    return rest;
  }

  #clean(text: string): string {
    let clean = "";
    let kept = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const before = this.#state;
      const verdict = this.#step(code);
      if (verdict === "keep" && before === "text") continue;
      if (before === "text") clean += text.slice(kept, index);
      kept = verdict === "keep" ? index : index + 1;
    }
    if (this.#state === "text") clean += text.slice(kept);
    return clean;
  }

  /** Moves on by one character. "keep" in a state other than text means that the sequence was broken off. */
  #step(code: number): "keep" | "drop" {
    // Newline ends every sequence: no real one spans lines, and an unfinished one must not eat the answer.
    if (code === NEWLINE) return this.#to("text", "keep");
    if (code === ESCAPE) return this.#to("escape", "drop");
    if (code === CANCEL || code === SUBSTITUTE) return this.#to("text", "drop");
    switch (this.#state) {
      case "text":
        // An 8-bit control character is alone in being dropped: in honest text it is a letter gone wrong, and what it would
        // have begun is but text without it.
        return (code < 0x20 && code !== TAB) || (code >= DELETE && code <= LAST_CONTROL) ? "drop" : "keep";
      case "escape":
        if (code >= 0x20 && code <= 0x2f) return this.#to("intermediate", "drop");
        if (code >= 0x40 && code <= 0x5f) return this.#to(afterControl(code + 0x40), "drop");
        return this.#end(code, 0x30);
      case "intermediate":
        return code >= 0x20 && code <= 0x2f ? "drop" : this.#end(code, 0x30);
      case "control":
        return code >= 0x20 && code <= 0x3f ? "drop" : this.#end(code, 0x40);
      default:
        return code === BELL || code === STRING_END ? this.#to("text", "drop") : "drop";
    }
  }

  /** A final byte ends the sequence; a control character inside is dropped; anything else was text all along. */
  #end(code: number, lowestFinal: number): "keep" | "drop" {
    if (code < 0x20) return "drop";
    if (code >= lowestFinal && code <= 0x7f) return this.#to("text", "drop");
    this.#state = "text";
    return this.#step(code);
  }

  #to(state: State, verdict: "keep" | "drop"): "keep" | "drop" {
    this.#state = state;
    return verdict;
  }
}

type State = "text" | "escape" | "intermediate" | "control" | "string";

const TAB = 0x09;
const NEWLINE = 0x0a;
const BELL = 0x07;
const CANCEL = 0x18;
const SUBSTITUTE = 0x1a;
const ESCAPE = 0x1b;
const DELETE = 0x7f;
const STRING_END = 0x9c;
const LAST_CONTROL = 0x9f;

/** What an escape begins, by the 8-bit control character it stands for. */
function afterControl(code: number): State {
  if (code === 0x9b) return "control";
  return code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f) ? "string" : "text";
}

/** Most text by far is this, and needs no closer look. */
const HARMLESS = /^[\t\n\x20-\x7e]*$/;

/** Bidirectional overrides and isolates, and kitty's image placeholder; with the `u` flag, surrogates are lone ones. */
const REST = /[\u202a-\u202e\u2066-\u2069\u{10eeee}]|[\ud800-\udfff]/gu;
const SUSPICIOUS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff\u{10eeee}]/u;

const replaceRest = (text: string) =>
  text.replace(REST, (found) =>
    found >= "\ud800" && found <= "\udfff" && found.length === 1 ? "\ufffd" : "",
  );

/**
 * Cleans one complete text.
 *
 * @example
 * console.log(sanitize(answer.text));
 */
export function sanitize(text: string): string {
  const sanitizer = new Sanitizer();
  return sanitizer.write(text) + sanitizer.flush();
}
