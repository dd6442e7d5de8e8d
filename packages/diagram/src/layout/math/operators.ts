/** Space around an operator in ems: before and after it. */
export interface OperatorSpace {
  readonly before: number;
  readonly after: number;
}

/** Where an operator stands in its row. */
export type OperatorForm = "prefix" | "infix" | "postfix";

const thin = 3 / 18;
const medium = 4 / 18;
const thick = 5 / 18;
const space = (before: number, after = before): OperatorSpace => ({ before, after });

// The operator dictionary of MathML Core; what stands nowhere in it gets the space of a relation.
const alone = new Set("!\"&'()[\\]_`{}~¬°ˆ′‖∀∁∃∄∆∇∟∠∡∢∴∵⊾⊿⌈⌉⌊⌋⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯");
const signs = new Set("+-−±∓|∼");
const thinly = new Set(
  "%*.?@^·×∏∐∑∗∘∙∫∬∭∮∯∰∱∲∳≀⊗⊙⊚⊛⊠⊡⊺⋀⋁⋂⋃⋄⋅⋆⋇⋉⋊⋋⋌⨀⨁⨂⨃⨄⨅⨆⨇⨈⨉⨊⨋⨌⨍⨎⨏⨐⨑⨒⨓⨔⨕⨖⨗⨘⨙⨚⨛⨜⨝⨞⨯⨰⨱⨲⨳⨴⨵⨶⨷⨻⨼⨽⨿",
);
const binary = new Set("+-/±÷−∓∔∕∖∧∨∩∪∶∸⊌⊍⊎⊓⊔⊕⊖⊘⊝⊞⊟⊻⊼⊽⋎⋏⋒⋓⨟⨠⨡⨢⨣⨤⨥⨦⨧⨨⨩⨪⨫⨬⨭⨮⨸⨹⨺⨾");
const separators = new Set(",:;");
const roots = new Set("∂√∛∜");

/** Operators that grow in display style and carry their limits above and below. */
export const largeOperators = new Set("∑∏∐⋃⋂⨁⨂⨀⨄⨆⋁⋀");
/** Integrals grow, too, and keep their limits at the side. */
export const integrals = new Set("∫∬∭∮∯∰");

/** The space that belongs to an operator. */
export function operatorSpace(operator: string, form: OperatorForm): OperatorSpace {
  if (alone.has(operator)) return space(0);
  if (form === "prefix" && signs.has(operator)) return space(0);
  if (form === "postfix" && /^[%^|]$/.test(operator)) return space(0);
  if (thinly.has(operator)) return space(thin);
  if (binary.has(operator)) return space(medium);
  if (separators.has(operator)) return space(0, thin);
  if (roots.has(operator)) return space(thin, 0);
  return space(thick);
}
