/** A change of one line. */

/** A change of one line, in words. */
export interface LineRepair {
  readonly what: string;
  readonly change: (line: string) => string;
  /** What the change takes out of a line and nobody would miss: words that no diagram shows. */
  readonly dropped?: (line: string) => string;
}

/** Text in quotation marks, those inside it as their code; marks that are around it already are not doubled. */
export const quoted = (text: string): string =>
  `"${text
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .replaceAll('"', "#quot;")}"`;

/** Whether text stands in quotation marks. */
export const isQuoted = (text: string): boolean => /^\s*"[^"]*"\s*$/.test(text) || /^\s*`/.test(text);
