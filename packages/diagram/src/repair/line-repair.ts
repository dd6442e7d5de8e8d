/** A change of one line. */

/** A change of one line, in words. */
export interface LineRepair {
  readonly what: string;
  readonly change: (line: string) => string;
  /** What the change takes out of a line and nobody would miss: words that no diagram shows. */
  readonly dropped?: (line: string) => string;
}

/** Text in quotation marks, those inside it as their code; marks that are around it already are not doubled, and those of code go. */
export const quoted = (text: string): string =>
  `"${text
    .trim()
    .replace(/^(["`])(.*)\1$/s, "$2")
    .replaceAll('"', "#quot;")}"`;

/** A change of what stands before the text of a line, which begins with a colon. */
export const beforeText =
  (change: (part: string) => string) =>
  (line: string): string =>
    line.replace(/^(?:[^:]|::)*/, change);

/** A change of what stands outside of labels, in which anything may be written. */
export const outsideLabels =
  (change: (part: string) => string) =>
  (line: string): string =>
    line
      .split(/("[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\|)/)
      .map((part, index) => (index % 2 === 0 ? change(part) : part))
      .join("");

/** Whether text stands in quotation marks. */
export const isQuoted = (text: string): boolean => /^\s*"[^"]*"\s*$/.test(text);
