/** The rules of a style sheet as they are written, one after the other. */

/** What stands before the braces of a rule, and what is between them. */
export interface RuleBlock {
  readonly prelude: string;
  readonly body: string;
}

/** Reads rules of the outermost level; at-rules without braces are left out. */
export function* ruleBlocks(source: string): Generator<RuleBlock> {
  let position = 0;
  while (position < source.length) {
    const open = source.indexOf("{", position);
    const semicolon = source.indexOf(";", position);
    if (semicolon >= 0 && (open < 0 || semicolon < open) && /^\s*@/.test(source.slice(position, semicolon))) {
      position = semicolon + 1;
      continue;
    }
    if (open < 0) break;
    const close = matchingBrace(source, open);
    yield { prelude: source.slice(position, open).trim(), body: source.slice(open + 1, close) };
    position = close + 1;
  }
}

function matchingBrace(source: string, open: number): number {
  let depth = 0;
  for (let index = open; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === 123) depth += 1;
    else if (code === 125) depth -= 1;
    if (code === 125 && depth === 0) return index;
  }
  return source.length;
}
