/** Calls that check the class of a value and give it back. */

const CALL = /(?<![\w$.]|function )castTo(?:Boolean|Double|String)?(?=\()/g;
const CLASS_NUMBER = /, \d+$/;

/** Code without such calls: what they were given stands in their place, in parentheses. */
export function withoutCasts(code: string): string {
  const cuts: { from: number; to: number }[] = [];
  for (const { 0: name, index } of code.matchAll(CALL)) {
    const open = index + name.length;
    const close = closingOf(code, open);
    cuts.push({ from: index, to: open });
    if (name !== "castTo") continue;
    const [number] = CLASS_NUMBER.exec(code.slice(Math.max(open, close - 10), close)) ?? [""];
    if (number === "") throw new Error(`a cast to no class: ${code.slice(index, close + 1)}`);
    cuts.push({ from: close - number.length, to: close });
  }
  cuts.sort((one, other) => one.from - other.from);
  let at = 0;
  const kept = cuts.map(({ from, to }) => {
    const before = code.slice(at, from);
    at = to;
    return before;
  });
  return [...kept, code.slice(at)].join("");
}

/** Where the parenthesis at `open` ends. */
function closingOf(code: string, open: number): number {
  const tokens = /[()]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
  tokens.lastIndex = open;
  let depth = 0;
  for (let token = tokens.exec(code); token; token = tokens.exec(code)) {
    if (token[0] === "(") depth += 1;
    else if (token[0] === ")") depth -= 1;
    if (depth === 0) return token.index;
  }
  throw new Error("a parenthesis that does not end");
}

/** How `withoutCasts` is asked for as a patch. */
export const CASTS = CALL;
