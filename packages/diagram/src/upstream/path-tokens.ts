/** The words of a path, for rough.js, through which Mermaid draws most shapes: it cuts each off the rest of the text. */

/** As rough.js numbers them. */
const COMMAND = 0;
const NUMBER = 1;
const END = 2;

export interface PathToken {
  readonly type: number;
  readonly text: string | number;
}

const WORD =
  /[ \t\r\n,]+|([aAcChHlLmMqQsStTvVzZ])|((?:[-+]?[0-9]+(?:\.[0-9]*)?|[-+]?\.[0-9]+)(?:[eE][-+]?[0-9]+)?)/y;

/** The words of a path and its end; nothing when one of them cannot be read. */
export function tokensOf(path: string): PathToken[] {
  const tokens: PathToken[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < path.length) {
    const word = WORD.exec(path);
    if (!word) return [];
    const [, command, number] = word;
    if (command) tokens.push({ type: COMMAND, text: command });
    // There is no negative nothing: rough.js reads a number from its text again.
    else if (number) tokens.push({ type: NUMBER, text: Number.parseFloat(number) + 0 });
  }
  tokens.push({ type: END, text: "" });
  return tokens;
}
