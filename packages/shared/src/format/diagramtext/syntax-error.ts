/** A diagram's syntax error with the lines around it. */
import type { Style } from "../../terminal/style.js";
import { explainParserMessage } from "./parser-message.js";
import type { DiagramSyntaxError } from "./renderer.js";

/** A longer source line is cut in the excerpt. */
const MAX_EXCERPT = 160;

/** Shows a syntax error below the source: the line it is in, a mark under it, and what is wrong. */
export function describeSyntaxError(error: DiagramSyntaxError, source: string, style: Style): string {
  const message = explainParserMessage(error.message);
  const place = error.line === undefined ? "" : ` on line ${error.line}`;
  const output = [style.red(`✗ diagram not drawn: syntax error${place}`)];
  const text = error.line === undefined ? undefined : source.split("\n")[error.line - 1];
  if (text !== undefined) {
    const number = String(error.line);
    const shown = text.slice(0, MAX_EXCERPT);
    const indent = shown.length - shown.trimStart().length;
    const column = Math.min(
      error.column === undefined ? indent : Math.max(0, error.column - 1),
      shown.length,
    );
    const length = error.column === undefined ? Math.max(1, shown.trim().length) : 1;
    output.push(
      `${style.dim(`  ${number} │`)} ${shown}`,
      `${style.dim(`  ${" ".repeat(number.length)} │`)} ${" ".repeat(column)}${style.red("^".repeat(length))}`,
    );
  }
  if (message !== "") output.push(`  ${style.dim(message)}`);
  return `${output.join("\n")}\n`;
}

/** What the model is told once, so that it can mend its diagram. */
export function syntaxErrorFeedback(error: DiagramSyntaxError, source: string): string {
  const line = error.line === undefined ? undefined : source.split("\n")[error.line - 1];
  const place =
    error.line === undefined ? "" : ` on line ${error.line}${line === undefined ? "" : ` (${line.trim()})`}`;
  return `The diagram could not be drawn: syntax error${place}: ${explainParserMessage(error.message)}`;
}
