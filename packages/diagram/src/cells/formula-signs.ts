/** What TeX's commands for single signs look like. */

const NAMED = [
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω",
  "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω",
  "infty ∞ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ oint ∮ partial ∂ nabla ∇ prime ′ degree ° hbar ℏ hslash ℏ ell ℓ wp ℘ weierp ℘ aleph ℵ alef ℵ beth ℶ Re ℜ real ℜ Im ℑ image ℑ",
  "R ℝ Reals ℝ reals ℝ N ℕ natnums ℕ Z ℤ Q ℚ Complex ℂ cnums ℂ",
  "cdot · times × div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ setminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ neg ¬ lnot ¬",
  "leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ mid ∣ parallel ∥ perp ⊥ angle ∠ models ⊨ vdash ⊢ top ⊤ bot ⊥",
  "in ∈ isin ∈ notin ∉ ni ∋ notni ∌ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ empty ∅ varnothing ∅ complement ∁ forall ∀ exists ∃ exist ∃ nexists ∄ therefore ∴ because ∵",
  "to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ mapsto ↦ uparrow ↑ downarrow ↓ Rightarrow ⇒ implies ⟹ Leftarrow ⇐ impliedby ⟸ Leftrightarrow ⇔ iff ⟺ longrightarrow ⟶",
  "ldots … cdots … dots … vdots ⋮ langle ⟨ rangle ⟩ lbrace { rbrace } lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉",
].join(" ");

/** By the name of the command. */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ["quad", " "],
  ["qquad", "  "],
  ...Array.from(NAMED.matchAll(/(\S+) (\S+)/g), ([, name = "", sign = ""]) => [name, sign] as const),
]);
