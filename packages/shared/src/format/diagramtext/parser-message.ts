/** What the diagram parser says, for a person. */
import { sanitize } from "../../terminal/sanitize.js";
import { statementLines } from "./kinds.js";
import { DiagramSyntaxError } from "./renderer.js";

const POSITION = /(?:Parse|Lexical) error on line (\d+)/;
/** How others than Mermaid's own parser name a place; they count the lines that they were sent. */
const OTHER_POSITION = /\bline:? ?(\d+)/i;
const NO_KIND = /UnknownDiagramError|No diagram type detected/i;
const SYNTAX = /Parse error|Lexical error|Syntax error|UnknownDiagramError|No diagram type detected/i;

/**
 * Reads what another program said about a diagram; undefined when that was not about its syntax. The parser
 * counts lines without front matter and comments: the number is turned into that of the source.
 */
export function syntaxErrorFrom(output: string, source: string): DiagramSyntaxError | undefined {
  const text = sanitize(output.slice(0, 20_000));
  if (!SYNTAX.test(text)) return undefined;
  return new DiagramSyntaxError(explainParserMessage(text), { line: lineIn(text, source) });
}

function lineIn(text: string, source: string): number | undefined {
  const lines = statementLines(source);
  const counted = POSITION.exec(text)?.[1];
  if (counted !== undefined) return (lines[Number(counted) - 1] ?? lines.at(-1))?.number;
  if (NO_KIND.test(text)) return lines[0]?.number;
  const named = Number(OTHER_POSITION.exec(text)?.[1]);
  return named >= 1 && named <= source.split("\n").length ? named : undefined;
}

/** More of what the parser would have accepted helps nobody. */
const MAX_EXPECTED = 6;

/**
 * The telling part of a parser's message, on one line. The rest is an excerpt and a line number of the parser's
 * own count, both of which we show better.
 */
export function explainParserMessage(message: string): string {
  const text = sanitize(message);
  const [, expected = "", got = ""] = /Expecting (.*), got (.*)/.exec(text) ?? [];
  if (got !== "") {
    const tokens = expected.split(", ");
    const more = tokens.length > MAX_EXPECTED ? ", …" : "";
    return `Expecting ${tokens.slice(0, MAX_EXPECTED).join(", ")}${more}, got ${got.trim()}`.slice(0, 300);
  }
  const telling =
    /^.*(?:Unrecognized text|No diagram type).*$/m.exec(text)?.[0] ?? text.trim().split("\n")[0] ?? "";
  return telling
    .replace(/ on line \d+[:.]?/, "")
    .trim()
    .slice(0, 300);
}
