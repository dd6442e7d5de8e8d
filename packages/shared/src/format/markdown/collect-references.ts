/** Reads a whole text for its link definitions, so that links find those that stand further down. */
import { sanitize } from "../../terminal/sanitize.js";
import { createStyle } from "../../terminal/style.js";
import type { FormatterOutput } from "../formatter.js";
import { BlockFormatter } from "./blocks.js";
import type { Reference } from "./references.js";
import { createTheme } from "./theme.js";

/** The link definitions of a whole text. */
export function collectReferences(text: string): Map<string, Reference> {
  const references = new Map<string, Reference>();
  const nowhere: FormatterOutput = { text: () => {}, rendered: () => {} };
  const theme = createTheme(createStyle("none"), { formats: true });
  const blocks = new BlockFormatter({ theme, references, isWholeKnown: true }, 80);
  blocks.write(sanitize(text), nowhere);
  blocks.flush(nowhere);
  return references;
}
