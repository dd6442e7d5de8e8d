/** Emphasis: runs of `*`, `_` and `~`, matched as CommonMark matches them. */
import type { Paint } from "../../terminal/style.js";
import type { Theme } from "./theme.js";

/** A piece of a span that is being read: finished text, or a run of delimiters that may still find its partner. */
export interface Token {
  /** Finished output; of a run, nothing. */
  text: string;
  readonly run?: Run;
  /** Where it ends in the source. */
  readonly end: number;
}

export interface Run {
  readonly character: string;
  /** How long it was, and how much of it is not matched yet. */
  readonly length: number;
  left: number;
  canOpen: boolean;
  canClose: boolean;
  /** It could do both when it was read. */
  readonly isBoth: boolean;
  /** Styles that end here, innermost first, and that begin here, outermost first. */
  readonly ends: Paint[];
  readonly begins: Paint[];
}

const isSpace = (character: string) => character === "" || /^\s/u.test(character);
const isPunctuation = (character: string) => /^[\p{P}\p{S}]/u.test(character);

/** A run between two characters; the edge of the text counts as a space. */
export function createRun(character: string, length: number, before: string, after: string): Run {
  const spaceAfter = isSpace(after);
  const spaceBefore = isSpace(before);
  const leftFlanking = !spaceAfter && (!isPunctuation(after) || spaceBefore || isPunctuation(before));
  const rightFlanking = !spaceBefore && (!isPunctuation(before) || spaceAfter || isPunctuation(after));
  const isWord = character === "_";
  // A star between two digits multiplies.
  const isTimes = character === "*" && length === 1 && /^\d/.test(after) && /\d$/.test(before);
  const isText = isTimes || (character === "~" && length > 2);
  const canOpen = !isText && leftFlanking && (!isWord || !rightFlanking || isPunctuation(before));
  const canClose = !isText && rightFlanking && (!isWord || !leftFlanking || isPunctuation(after));
  return {
    character,
    length,
    left: length,
    canOpen,
    canClose,
    isBoth: canOpen && canClose,
    ends: [],
    begins: [],
  };
}

function fits(opener: Run, closer: Run): boolean {
  if (opener.character !== closer.character || !opener.canOpen || opener.left === 0) return false;
  if (closer.character === "~") return opener.left === closer.left;
  const isBoth = opener.isBoth || closer.isBoth;
  const sum = opener.length + closer.length;
  return !isBoth || sum % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/**
 * Matches the runs from a token on, in the order of what can close. Of every pair, what lies between and found no
 * partner is text.
 */
export function matchRuns(tokens: readonly Token[], from: number, theme: Theme, firstCloser = from): void {
  for (let index = firstCloser; index < tokens.length; index += 1) {
    const closer = tokens[index]?.run;
    if (!closer?.canClose) continue;
    while (closer.left > 0) {
      let at = index - 1;
      while (at >= from) {
        const run = tokens[at]?.run;
        if (run && fits(run, closer)) break;
        at -= 1;
      }
      const opener = at < from ? undefined : tokens[at]?.run;
      if (!opener) break;
      const width = closer.character === "~" ? closer.left : opener.left >= 2 && closer.left >= 2 ? 2 : 1;
      const paint = closer.character === "~" ? theme.strike : width === 2 ? theme.strong : theme.emphasis;
      opener.begins.unshift(paint);
      closer.ends.push(paint);
      opener.left -= width;
      closer.left -= width;
      for (let between = at + 1; between < index; between += 1) {
        const run = tokens[between]?.run;
        if (run) run.canOpen = run.canClose = false;
      }
    }
    // A run that found nothing to close before it never will.
    closer.canClose = false;
  }
}

/** Puts the tokens together: every style is laid over what lies between its ends. */
export function joinTokens(tokens: readonly Token[]): string {
  const open: { paint: Paint; text: string }[] = [];
  let output = "";
  const add = (text: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
    else output += text;
  };
  for (const { text, run } of tokens) {
    if (!run) {
      add(text);
      continue;
    }
    for (const _ of run.ends) {
      const inner = open.pop();
      if (inner) add(paintLines(inner.text, inner.paint));
    }
    add(run.character.repeat(run.left));
    for (const paint of run.begins) open.push({ paint, text: "" });
  }
  for (let inner = open.pop(); inner; inner = open.pop()) add(paintLines(inner.text, inner.paint));
  return output;
}

const paintLines = (text: string, paint: Paint) =>
  text.includes("\n") ? text.split("\n").map(paint).join("\n") : paint(text);
