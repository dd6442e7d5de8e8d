/** Space around an operator in ems: before and after it. */
export interface OperatorSpace {
  readonly before: number;
  readonly after: number;
}

const thin = 3 / 18;
const medium = 4 / 18;
const thick = 5 / 18;

const relations = new Set("=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊃⊆⊇→←↔⇒⇐⇔↦⟶⟵⟹⟸⟺≪≫⊢⊨∣∥⊥:");
const binaries = new Set("+-−×÷±∓∗*⋅∘∪∩∧∨⊕⊗∖/");
const separators = new Set([",", ";"]);

/** Operators that grow in display style and carry their limits above and below. */
export const largeOperators = new Set("∑∏∐⋃⋂⨁⨂⋁⋀");
/** Integrals grow, too, and keep their limits at the side. */
export const integrals = new Set("∫∬∭∮");

/** The space that belongs to an operator between two operands; none before the first or after the last. */
export function operatorSpace(operator: string, isFirst: boolean, isLast: boolean): OperatorSpace {
  if (separators.has(operator)) return { before: 0, after: isLast ? 0 : thin };
  if (largeOperators.has(operator) || integrals.has(operator))
    return { before: isFirst ? 0 : thin, after: thin };
  const space = relations.has(operator) ? thick : binaries.has(operator) ? medium : 0;
  return isFirst || isLast ? { before: 0, after: 0 } : { before: space, after: space };
}
