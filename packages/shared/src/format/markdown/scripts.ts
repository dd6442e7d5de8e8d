/** Raised and lowered characters, where Unicode has them. */

const NORMAL = "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ";
const LOWER_NORMAL = "0123456789+-=()aehijklmnoprstuvxβγρφχ";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ";

const map = (from: string, to: string) => {
  const targets = Array.from(to);
  return new Map(Array.from(from, (character, index) => [character, targets[index] ?? ""]));
};
const UP = map(NORMAL, RAISED);
const DOWN = map(LOWER_NORMAL, LOWERED);

function shift(text: string, table: Map<string, string>): string | undefined {
  let shifted = "";
  for (const character of text) {
    const other = table.get(character);
    if (other === undefined) return undefined;
    shifted += other;
  }
  return shifted;
}

/** All of it raised, or undefined when there is no such character for a part. */
export const raised = (text: string): string | undefined => shift(text, UP);
export const lowered = (text: string): string | undefined => shift(text, DOWN);

const strict = (text: string, table: Map<string, string>, sign: string) =>
  shift(text, table) ?? (text.length === 1 ? `${sign}${text}` : `${sign}(${text})`);

/** The content of `<sup>` and `<sub>`, which must stay apart from what is before it. */
export const superscript = (text: string): string => strict(text, UP, "^");
export const subscript = (text: string): string => strict(text, DOWN, "_");
