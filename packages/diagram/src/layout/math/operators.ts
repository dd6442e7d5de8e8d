/** MathML's dictionary of operators, as far as formulas in labels need it. */

/** Space around an operator in ems: before and after it. */
export interface OperatorSpace {
  readonly before: number;
  readonly after: number;
}

/** Where an operator stands in its row. */
export type OperatorForm = "prefix" | "infix" | "postfix";

const THIN = 3 / 18;
const MEDIUM = 4 / 18;
const THICK = 5 / 18;
const space = (before: number, after = before): OperatorSpace => ({ before, after });

// The operator dictionary of MathML Core; what stands nowhere in it gets the space of a relation.
const ALONE = new Set("!\"&'()[\\]_`{}~¬°ˆ′‖∀∁∃∄∆∇∟∠∡∢∴∵⊾⊿⌈⌉⌊⌋⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯");
const SIGNS = new Set("+-−±∓|∼");
const THINLY = new Set(
  "%*.?@^·×∏∐∑∗∘∙∫∬∭∮∯∰∱∲∳≀⊗⊙⊚⊛⊠⊡⊺⋀⋁⋂⋃⋄⋅⋆⋇⋉⋊⋋⋌⨀⨁⨂⨃⨄⨅⨆⨇⨈⨉⨊⨋⨌⨍⨎⨏⨐⨑⨒⨓⨔⨕⨖⨗⨘⨙⨚⨛⨜⨝⨞⨯⨰⨱⨲⨳⨴⨵⨶⨷⨻⨼⨽⨿",
);
const BINARY = new Set("+-/±÷−∓∔∕∖∧∨∩∪∶∸⊌⊍⊎⊓⊔⊕⊖⊘⊝⊞⊟⊻⊼⊽⋎⋏⋒⋓⨟⨠⨡⨢⨣⨤⨥⨦⨧⨨⨩⨪⨫⨬⨭⨮⨸⨹⨺⨾");
const SEPARATORS = new Set(",:;");
const ROOTS = new Set("∂√∛∜");

/** Operators that grow in display style and carry their limits above and below. */
export const LARGE_OPERATORS = new Set("∑∏∐⋃⋂⨁⨂⨀⨄⨆⋁⋀");
/** Integrals grow, too, and keep their limits at the side. */
export const INTEGRALS = new Set("∫∬∭∮∯∰");

/** The space that belongs to an operator. */
export function operatorSpace(operator: string, form: OperatorForm): OperatorSpace {
  if (ALONE.has(operator)) return space(0);
  if (form === "prefix" && SIGNS.has(operator)) return space(0);
  if (form === "postfix" && /^[%^|]$/.test(operator)) return space(0);
  if (THINLY.has(operator)) return space(THIN);
  if (BINARY.has(operator)) return space(MEDIUM);
  if (SEPARATORS.has(operator)) return space(0, THIN);
  if (ROOTS.has(operator)) return space(THIN, 0);
  return space(THICK);
}
