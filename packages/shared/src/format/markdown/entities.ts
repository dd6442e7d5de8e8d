/** Character references such as `&amp;` and `&#8212;`. */

/** Names in the order of their characters, from U+00A0 on without a gap. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const GREEK =
  "Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ";

const SIGNS =
  "amp & lt < gt > quot \" apos ' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang 〈 rang 〉 loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ check ✓ cross ✗ star ☆ starf ★ phone ☎ female ♀ male ♂ half ½ hyphen ‐ lbrace { rbrace } lbrack [ rbrack ] lpar ( rpar ) ast * lowbar _ grave ` vert | bsol \\ sol / num # dollar $ percnt % excl ! quest ? colon : semi ; comma , period . plus + equals = commat @ Hat ^ Dcaron Ď dcaron ď Ccaron Č ccaron č Ecaron Ě ecaron ě Rcaron Ř rcaron ř Zcaron Ž zcaron ž Cacute Ć cacute ć Lstrok Ł lstrok ł Nacute Ń nacute ń Sacute Ś sacute ś Zacute Ź zacute ź Zdot Ż zdot ż Aogon Ą aogon ą Eogon Ę eogon ę Abreve Ă abreve ă Scedil Ş scedil ş Gbreve Ğ gbreve ğ Idot İ imath ı HilbertSpace ℋ DifferentialD ⅆ ClockwiseContourIntegral ∲ ngE ≧̸ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d";

let names: Map<string, string> | undefined;

function table(): Map<string, string> {
  if (names) return names;
  names = new Map(LATIN.split(" ").map((name, index) => [name, String.fromCodePoint(0xa0 + index)]));
  for (const list of [GREEK, SIGNS]) {
    const words = list.split(" ");
    for (let index = 0; index < words.length; index += 2)
      names.set(words[index] ?? "", words[index + 1] ?? "");
  }
  return names;
}

/** A reference as it must look from its first character on. */
export const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/y;

/** Bidirectional controls and kitty's placeholder are obeyed instead of shown. */
const isObeyed = (code: number) =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  code === 0x10eeee;

/** The character that is meant; undefined for a name that nobody gave. Nothing that a terminal would obey comes out. */
function decodeReference(decimal?: string, hexadecimal?: string, name?: string): string | undefined {
  if (name !== undefined) return table().get(name);
  const code = decimal === undefined ? parseInt(hexadecimal ?? "", 16) : Number(decimal);
  if (code === 0x09 || code === 0x0a) return " ";
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter && !isObeyed(code) ? String.fromCodePoint(code) : "\ufffd";
}

const ALL = new RegExp(REFERENCE.source, "g");

/** A text with all of its references decoded. */
export const decodeReferences = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(
        ALL,
        (whole, decimal?: string, hexadecimal?: string, name?: string) =>
          decodeReference(decimal, hexadecimal, name) ?? whole,
      )
    : text;
