/** An open fenced code block. */
export interface Fence {
  readonly indent: number;
  readonly marker: string;
  /** Everything after the marker, trimmed. */
  readonly info: string;
  /** The first word of `info` in lower case: the language. */
  readonly tag: string;
}

const OPENING = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n?$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*\n?$/;

/**
 * Follows fenced code blocks as CommonMark defines them. It is shown the lines that `fenceHead` picks out, and
 * says of each whether it opens a block, closes the open one, or is text.
 */
export class FenceTracker {
  #open: Fence | undefined;

  /** The block that the next line is in. */
  get open(): Fence | undefined {
    return this.#open;
  }

  /** Says what a line is, and remembers it. */
  line(line: string): "open" | "close" | "text" {
    if (fenceHead(line) !== "hold") return "text";
    if (this.#open) {
      const marker = CLOSING.exec(line)?.[1];
      if (!marker?.startsWith(this.#open.marker)) return "text";
      this.#open = undefined;
      return "close";
    }
    const match = OPENING.exec(line);
    if (!match) return "text";
    const [, indent = "", marker = "", rest = ""] = match;
    // After backticks, another backtick means a code span in ordinary text.
    if (marker.startsWith("`") && rest.includes("`")) return "text";
    const info = rest.trim();
    this.#open = {
      indent: indent.length,
      marker,
      info,
      tag: /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? "",
    };
    return "open";
  }

  /** The text is over: no block is open. */
  reset(): void {
    this.#open = undefined;
  }
}

/**
 * Judges the beginning of a line: "hold" it because it may be a fence, let it "stream" because it is none, or
 * "wait" for more because it is too short to tell.
 */
export function fenceHead(head: string): "hold" | "stream" | "wait" {
  let index = 0;
  while (head.charCodeAt(index) === SPACE) index += 1;
  if (index > 3) return "stream";
  if (index === head.length) return "wait";
  const marker = head.charCodeAt(index);
  if (marker !== BACKTICK && marker !== TILDE) return "stream";
  const start = index;
  while (head.charCodeAt(index) === marker) index += 1;
  if (index - start >= 3) return "hold";
  return index === head.length ? "wait" : "stream";
}

const SPACE = 0x20;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/** A line of a block without the indentation that its fence had. */
export function withoutIndent(line: string, fence: Fence): string {
  let index = 0;
  while (index < fence.indent && line[index] === " ") index += 1;
  return line.slice(index);
}
