/** A formula of TeX in one line of text: letters and signs, small figures for powers and indices, a slash for fractions. */
import { SIGNS } from "./formula-signs.js";

const RAISED = pairs("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ");
const LOWERED = pairs("0123456789+-=()aeioxn", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢₒₓₙ");
const SILENT = new Set(["left", "right", "big", "Big", "bigg", "Bigg", "displaystyle", "limits", "nolimits"]);
const OPERATOR = /^[=+−<>≤≥≈≠≡∼≃≅∝≪≫→←↔↦⇒⇐⇔⟹⟸⟺∈∉∋⊂⊃⊆⊇∪∩∧∨±×÷-]$/;
const MAX_DEPTH = 40;

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const target = Array.from(to);
  return new Map(Array.from(from).map((char, index) => [char, target[index] ?? char]));
}

/** Reads TeX as far as it can be said in a line; commands that are not known stand there by their names. */
export function formulaText(source: string): string {
  const tokens = source.match(/\\[a-zA-Z]+|\\.|\s+|./gsu) ?? [];
  let at = 0;

  const group = (depth: number): string => {
    while (/^\s+$/.test(tokens[at] ?? "")) at += 1;
    if (tokens[at] !== "{") return atom(depth);
    at += 1;
    const inner = sequence(depth + 1, "}");
    at += 1;
    return inner;
  };
  const atom = (depth: number): string => {
    const token = tokens[at] ?? "";
    at += 1;
    if (token === "{") {
      at -= 1;
      return depth > MAX_DEPTH ? "" : group(depth);
    }
    if (!token.startsWith("\\")) return token.trim() === "" ? "" : token;
    const name = token.slice(1);
    if (name === "frac" || name === "dfrac" || name === "tfrac")
      return `${grouped(group(depth))}/${grouped(group(depth))}`;
    if (name === "sqrt") {
      if (tokens[at] === "[") while (at < tokens.length && tokens[at] !== "]") at += 1;
      if (tokens[at] === "]") at += 1;
      return `√${grouped(group(depth))}`;
    }
    if (/^(?:text|mathrm|mathbf|mathit|mathsf|mathbb|mathcal|operatorname|mbox|textbf)$/.test(name))
      return words(depth);
    if (SILENT.has(name)) return "";
    if (/^(?:hat|bar|vec|tilde|dot|overline|underline)$/.test(name)) return group(depth);
    return SIGNS.get(name) ?? (/^[a-zA-Z]/.test(name) ? name : name === "\\" ? " " : name.trim());
  };
  /** Text keeps its spaces. */
  const words = (depth: number): string => {
    if (tokens[at] !== "{") return group(depth);
    let inner = "";
    for (at += 1; at < tokens.length && tokens[at] !== "}"; at += 1) inner += tokens[at];
    at += 1;
    return inner;
  };
  const sequence = (depth: number, end: string): string => {
    let text = "";
    while (at < tokens.length && tokens[at] !== end) {
      const token = tokens[at];
      if (token === "^" || token === "_") {
        at += 1;
        const inner = depth > MAX_DEPTH ? atom(depth) : group(depth);
        text += small(inner, token === "^" ? RAISED : LOWERED) ?? `${token}${grouped(inner)}`;
      } else {
        const one = depth > MAX_DEPTH ? (tokens[at++] ?? "") : atom(depth);
        text += OPERATOR.test(one) ? ` ${one} ` : /^[a-zA-Z]{2,}$/.test(one) ? ` ${one} ` : one;
      }
    }
    return text;
  };
  let text = "";
  while (at < tokens.length) {
    text += sequence(0, "}");
    at += 1;
  }
  return text.replace(/\s+/g, " ").trim();
}

const grouped = (text: string): string => (/^[\p{L}\p{N}]*$/u.test(text) ? text : `(${text.trim()})`);

function small(text: string, table: ReadonlyMap<string, string>): string | null {
  const signs = Array.from(text).map((char) => table.get(char));
  return signs.every((sign) => sign !== undefined) ? signs.join("") : null;
}
