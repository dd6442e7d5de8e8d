/**
 * A text between quotes, so that its ends can be seen. What cannot be seen in it is left for `exactText` to show; a line end is
 * written and taken, so that a script reads as one.
 */
export const quoted = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\t", "\\t").replaceAll("\n", "\\n\n    ")}"`;
