import { sanitize } from "../../terminal/sanitize.js";
import { statementLines } from "./kinds.js";
import { DiagramSyntaxError } from "./renderer.js";

const POSITION = /(?:Parse|Lexical) error on line (\d+)/;
const SYNTAX = /Parse error|Lexical error|Syntax error|UnknownDiagramError|No diagram type detected/i;

/**
 * Reads what another program said about a diagram; undefined when that was not about its syntax. The parser
 * counts lines without front matter and comments: the number is turned into that of the source.
 */
export function syntaxErrorFrom(output: string, source: string): DiagramSyntaxError | undefined {
  const text = sanitize(output.slice(0, 20_000));
  if (!SYNTAX.test(text)) return undefined;
  const lines = statementLines(source);
  const counted = Number(POSITION.exec(text)?.[1] ?? Number.NaN);
  const detail = /^.*(?:Expecting |Unrecognized text|No diagram type).*$/m.exec(text)?.[0].trim();
  const message = detail ?? SYNTAX.exec(text)?.[0] ?? "syntax error";
  const line = Number.isNaN(counted) ? lines[0]?.number : (lines[counted - 1] ?? lines.at(-1))?.number;
  return new DiagramSyntaxError(message.slice(0, 500), { line });
}
