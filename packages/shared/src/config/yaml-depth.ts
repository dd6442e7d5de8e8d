/** Whether YAML is nested too deep to be read safely. */
import { Lexer } from "yaml";

const DEEPEST = 64;

/**
 * Whether a text nests so deeply that composing it, which is recursive, could exhaust the stack. Counts open brackets,
 * and on each line the indicators that open a level without one (`- - -`, `? ? ?`) plus the indentation.
 */
export function isTooDeep(text: string): boolean {
  let open = 0;
  let onLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") open += 1;
    else if (token === "]" || token === "}") open = Math.max(0, open - 1);
    else if (token === "\n" || token === "\r\n") onLine = 0;
    else if (open === 0 && (token === "-" || token === "?" || token === ":")) onLine += 1;
    if (open + onLine > DEEPEST) return true;
  }
  return false;
}
