/** The languages that most code blocks are written in, as far as colours need to know them. */

export interface Language {
  readonly keywords: ReadonlySet<string>;
  /** What names of types begin with: in these languages, a capital letter. */
  readonly hasTypes: boolean;
  readonly ignoresCase: boolean;
  readonly lineComments: readonly string[];
  readonly blockComment: readonly [open: string, close: string] | undefined;
  /** Longer ones first. */
  readonly quotes: readonly Quote[];
  /** `/…/` is a pattern where a value may stand. */
  readonly hasPatterns: boolean;
  /** `$name` is a variable, and a hash within a word no comment. */
  readonly hasVariables: boolean;
  /** A string before a colon is a key. */
  readonly hasKeys: boolean;
}

export interface Quote {
  readonly mark: string;
  /** It may go on on the next line. */
  readonly isLong?: boolean;
  /** A backslash is but a backslash. */
  readonly isRaw?: boolean;
  /** `${…}` in it is code. */
  readonly isTemplate?: boolean;
  /** It holds one character; else the mark means something else. */
  readonly isCharacter?: boolean;
}

const DOUBLE: Quote = { mark: '"' };
const SINGLE: Quote = { mark: "'" };
const TRIPLE: Quote = { mark: '"""', isLong: true };

/** What most languages have in common. */
const C_LIKE = {
  hasTypes: true,
  ignoresCase: false,
  lineComments: ["//"],
  blockComment: ["/*", "*/"],
  quotes: [DOUBLE, SINGLE],
  hasPatterns: false,
  hasVariables: false,
  hasKeys: false,
} satisfies Omit<Language, "keywords">;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SCRIPT =
  "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while with yield";
const C =
  "auto bool break case char const continue default do double else enum extern false float for goto if inline int long NULL nullptr register return short signed sizeof static struct switch true typedef union unsigned void volatile while";
const JAVA =
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for if implements import instanceof int interface long new null package private protected public record return sealed short static super switch synchronized this throw throws transient true try var void volatile while yield";

const LANGUAGES: Readonly<Record<string, Language>> = {
  javascript: {
    ...C_LIKE,
    keywords: words(SCRIPT),
    quotes: [DOUBLE, SINGLE, { mark: "`", isLong: true, isTemplate: true }],
    hasPatterns: true,
  },
  python: {
    ...C_LIKE,
    keywords: words(
      "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield",
    ),
    lineComments: ["#"],
    blockComment: undefined,
    quotes: [TRIPLE, { mark: "'''", isLong: true }, DOUBLE, SINGLE],
  },
  json: { ...C_LIKE, keywords: words("true false null"), quotes: [DOUBLE], hasTypes: false, hasKeys: true },
  bash: {
    ...C_LIKE,
    keywords: words(
      "case do done elif else esac export false fi for function if in local return select set then true unset until while",
    ),
    hasTypes: false,
    lineComments: ["#"],
    blockComment: undefined,
    quotes: [
      { mark: '"', isLong: true },
      { mark: "'", isLong: true, isRaw: true },
    ],
    hasVariables: true,
  },
  go: {
    ...C_LIKE,
    keywords: words(
      "any bool break byte case chan const continue default defer else error fallthrough false float32 float64 for func go goto if import int int32 int64 interface map nil package range return rune select string struct switch true type uint uint32 uint64 uint8 var",
    ),
    quotes: [DOUBLE, SINGLE, { mark: "`", isLong: true, isRaw: true }],
  },
  rust: {
    ...C_LIKE,
    keywords: words(
      "as async await bool break const continue crate dyn else enum extern f32 f64 false fn for i32 i64 if impl in isize let loop match mod move mut pub ref return self Self static str struct super trait true type u32 u64 u8 unsafe use usize where while",
    ),
    quotes: [
      { mark: '"', isLong: true },
      { mark: "'", isCharacter: true },
    ],
  },
  c: { ...C_LIKE, keywords: words(C) },
  cpp: {
    ...C_LIKE,
    keywords: words(
      `${C} catch class constexpr delete explicit friend namespace new noexcept operator override private protected public template this throw try typename using virtual`,
    ),
  },
  java: { ...C_LIKE, keywords: words(JAVA), quotes: [TRIPLE, DOUBLE, SINGLE] },
  csharp: {
    ...C_LIKE,
    keywords: words(
      `${JAVA} as async await base bool decimal delegate event foreach get in internal is lock namespace object operator out override params readonly ref set string struct typeof uint ulong using virtual where`,
    ),
    quotes: [TRIPLE, DOUBLE, SINGLE],
  },
  kotlin: {
    ...C_LIKE,
    keywords: words(
      "abstract as break by catch class companion constructor continue data do else enum false final finally for fun if import in init inline interface internal is lateinit null object open operator override package private protected public return sealed super suspend this throw true try typealias val var vararg when where while",
    ),
    quotes: [TRIPLE, DOUBLE, SINGLE],
  },
  swift: {
    ...C_LIKE,
    keywords: words(
      "actor as async await break case catch class continue default defer do else enum extension fallthrough false fileprivate final for func guard if import in init inout internal is let nil open override private protocol public return self static struct subscript super switch throw throws true try typealias var where while",
    ),
    quotes: [TRIPLE, DOUBLE],
  },
  php: {
    ...C_LIKE,
    keywords: words(
      "abstract and array as break case catch class const continue declare default do echo else elseif enum extends false final finally fn for foreach function global if implements instanceof interface match namespace new null or private protected public readonly return static switch throw trait true try use var while yield",
    ),
    lineComments: ["//", "#"],
    hasVariables: true,
  },
  sql: {
    ...C_LIKE,
    keywords: words(
      "add all alter and as asc begin between by case check column commit constraint create cross database default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction union unique update using values view when where with",
    ),
    hasTypes: false,
    ignoresCase: true,
    lineComments: ["--"],
    quotes: [
      { mark: "'", isLong: true, isRaw: true },
      { mark: '"', isRaw: true },
    ],
  },
};

/** A language by the name of its grammar; undefined for one that is not among these. */
export const languageOf = (name: string): Language | undefined =>
  Object.hasOwn(LANGUAGES, name)
    ? LANGUAGES[name]
    : name === "typescript"
      ? LANGUAGES["javascript"]
      : undefined;

/** After these, the name of what is declared comes. */
export const DECLARES = words("class def enum fn fun func function interface struct trait");
