/** Math in TeX's notation, as Unicode where that can be read; else as it was written. */
import { lowered, raised } from "./scripts.js";

const SYMBOLS =
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω times × div ÷ pm ± mp ∓ cdot · ast ∗ star ⋆ circ ∘ bullet • leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ oplus ⊕ otimes ⊗ perp ⊥ parallel ∥ mid ∣ angle ∠ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⇒ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ longrightarrow ⟶ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ iint ∬ oint ∮ sqrt √ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ prime ′ degree ° dagger † therefore ∴ because ∵ lbrace { rbrace } vert | Vert ‖ top ⊤ bot ⊥ vdash ⊢ models ⊨ triangle △ square □ checkmark ✓";

const FUNCTIONS =
  /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|lg|exp|lim|limsup|liminf|max|min|sup|inf|det|dim|ker|gcd|deg|arg|Pr|mod|bmod|argmax|argmin)$/;

const DOUBLE: Readonly<Record<string, string>> = {
  N: "ℕ",
  Z: "ℤ",
  Q: "ℚ",
  R: "ℝ",
  C: "ℂ",
  P: "ℙ",
  H: "ℍ",
  E: "𝔼",
  F: "𝔽",
};

let symbols: Map<string, string> | undefined;
function symbol(name: string): string | undefined {
  if (!symbols) {
    const words = SYMBOLS.split(" ");
    symbols = new Map();
    for (let index = 0; index < words.length; index += 2)
      symbols.set(words[index] ?? "", words[index + 1] ?? "");
  }
  return symbols.get(name);
}

/** Deeper nesting than this is not for a line of text. */
const MAX_DEPTH = 12;

/** The formula as a line of text; undefined when part of it cannot be written so. */
export function mathText(tex: string): string | undefined {
  const reader = new FormulaReader(tex);
  const text = reader.group(undefined, 0);
  return text === undefined ? undefined : text.replaceAll(/ {2,}/g, " ").trim();
}

class FormulaReader {
  readonly #tex: string;
  #at = 0;

  constructor(tex: string) {
    this.#tex = tex;
  }

  /** Reads up to the closing character, or to the end. */
  group(close: string | undefined, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return undefined;
    let text = "";
    while (this.#at < this.#tex.length) {
      const character = this.#tex.charAt(this.#at);
      if (character === close) {
        this.#at += 1;
        return text;
      }
      if (character === "&" || character === "}") return undefined;
      if (character === "^" || character === "_") {
        this.#at += 1;
        const script = this.#argument(depth);
        if (script === undefined) return undefined;
        // Right behind the name of a function too, and the space is after both.
        const base = text.trimEnd();
        text = base + (character === "^" ? up(script) : down(script)) + text.slice(base.length);
      } else {
        const atom = this.#atom(depth);
        if (atom === undefined) return undefined;
        text += atom;
      }
    }
    return close === undefined ? text : undefined;
  }

  #argument(depth: number): string | undefined {
    while (this.#tex[this.#at] === " ") this.#at += 1;
    return this.#at < this.#tex.length ? this.#atom(depth) : undefined;
  }

  #atom(depth: number): string | undefined {
    const character = this.#tex.charAt(this.#at);
    this.#at += 1;
    if (character === "{") return this.group("}", depth + 1);
    if (character === "\n" || character === "~") return " ";
    if (character === "'") return "′";
    if (character === "-") return "−";
    return character === "\\" ? this.#command(depth) : character;
  }

  #command(depth: number): string | undefined {
    const [name = ""] = /^(?:[A-Za-z]+|[^])/.exec(this.#tex.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += name.length;
    if (/^[{}%#&_$|]$/.test(name)) return name;
    if (/^[,;:! ]$/.test(name)) return name === "!" ? "" : " ";
    if (name === "quad" || name === "qquad") return "  ";
    if (/^(?:left|right|[bB]igg?[lrm]?|middle|displaystyle|limits|nolimits|nonumber)$/.test(name)) {
      if (this.#tex[this.#at] === ".") this.#at += 1;
      return "";
    }
    if (FUNCTIONS.test(name)) return `${name} `;
    if (name === "frac" || name === "dfrac" || name === "tfrac") return this.#fraction(depth);
    if (name === "sqrt") return this.#root(depth);
    if (name === "begin") return this.#grid();
    if (name === "binom" || name === "tbinom" || name === "dbinom") {
      const [all, some] = [this.#argument(depth + 1), this.#argument(depth + 1)];
      return all === undefined || some === undefined ? undefined : `C(${all}, ${some})`;
    }
    if (name === "tag") {
      const tag = this.#argument(depth + 1);
      return tag === undefined ? undefined : `  (${tag})`;
    }
    if (
      /^(?:text|mathrm|mathit|mathbf|operatorname|textbf|textit|mathsf|boldsymbol|mathcal|boxed)$/.test(name)
    )
      return this.#argument(depth + 1);
    if (name === "mathbb") {
      const letter = this.#argument(depth + 1);
      return letter === undefined ? undefined : (DOUBLE[letter] ?? letter);
    }
    const accents: Readonly<Record<string, string>> = {
      hat: "\u0302",
      bar: "\u0304",
      overline: "\u0304",
      vec: "\u20d7",
      dot: "\u0307",
      ddot: "\u0308",
      tilde: "\u0303",
    };
    const accent = Object.hasOwn(accents, name) ? accents[name] : undefined;
    if (accent !== undefined) {
      const letter = this.#argument(depth + 1);
      return letter === undefined || Array.from(letter).length !== 1 ? undefined : letter + accent;
    }
    return symbol(name);
  }

  /** A matrix or a choice of cases on one line. */
  #grid(): string | undefined {
    const [head, kind = ""] = /^\{([a-zA-Z]+)\}/.exec(this.#tex.slice(this.#at, this.#at + 40)) ?? [];
    const brackets = Object.hasOwn(GRIDS, kind) ? GRIDS[kind] : undefined;
    const close = `\\end{${kind}}`;
    const end = this.#tex.indexOf(close, this.#at);
    if (head === undefined || !brackets || end < 0) return undefined;
    const cells = gridCells(this.#tex.slice(this.#at + head.length, end));
    this.#at = end + close.length;
    return cells && brackets[0] + cells.map((row) => row.join(" ")).join("; ") + brackets[1];
  }

  #fraction(depth: number): string | undefined {
    const top = this.#argument(depth + 1);
    const bottom = this.#argument(depth + 1);
    if (top === undefined || bottom === undefined) return undefined;
    return `${within(top)}/${within(bottom)}`;
  }

  #root(depth: number): string | undefined {
    let degree = "";
    if (this.#tex[this.#at] === "[") {
      this.#at += 1;
      const read = this.group("]", depth + 1);
      const small = read === undefined ? undefined : raised(read);
      if (small === undefined) return undefined;
      degree = small;
    }
    const inner = this.#argument(depth + 1);
    return inner === undefined ? undefined : `${degree}√${within(inner)}`;
  }
}

/** What stands around the rows of each kind of grid. */
export const GRIDS: Readonly<Record<string, readonly [string, string]>> = {
  matrix: ["", ""],
  smallmatrix: ["", ""],
  pmatrix: ["(", ")"],
  bmatrix: ["[", "]"],
  Bmatrix: ["{", "}"],
  vmatrix: ["|", "|"],
  Vmatrix: ["‖", "‖"],
  cases: ["{ ", ""],
};

/** The cells of rows that `\\\\` and `&` part; undefined when one cannot be read. */
export function gridCells(tex: string): string[][] | undefined {
  const rows: string[][] = [];
  for (const row of tex.split("\\\\")) {
    const cells = row.split("&").map((cell) => mathText(cell.replaceAll("\n", " ")));
    if (!cells.every((cell) => cell !== undefined)) return undefined;
    if (cells.some((cell) => cell !== "")) rows.push(cells);
  }
  return rows;
}

/** In brackets, unless it is one thing. */
const within = (text: string) => (/^(?:[\p{L}\p{N}.]*[⁰¹²³⁴⁵⁶⁷⁸⁹]?|.)$/u.test(text) ? text : `(${text})`);
const up = (text: string) => raised(text.replaceAll("−", "-")) ?? `^${text.length > 1 ? `(${text})` : text}`;
const down = (text: string) => lowered(text.replaceAll("−", "-")) ?? `_${within(text)}`;
