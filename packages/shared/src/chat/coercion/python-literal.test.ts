import { spawnSync } from "node:child_process";
import {
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  double,
  type Arbitrary,
  integer,
  letrec,
  nat,
  oneof,
  property,
  sample,
  string,
  tuple,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePythonLiteral } from "./python-literal.js";

const parse = (text: string): unknown => {
  const result = parsePythonLiteral(text);
  if (!result.ok) throw new Error(`${JSON.stringify(text)}: ${result.reason}`);
  return result.value;
};

/** Texts that mean something in Python, with what they mean here. */
const accepted: [text: string, value: unknown][] = [
  ["1", 1],
  ["-1", -1],
  ["+ 1", 1],
  ["-(1)", -1],
  ["-0", 0],
  ["-0.0", -0],
  ["00", 0],
  ["0_0", 0],
  ["1_000_000", 1_000_000],
  ["0xFF", 255],
  ["0x_f_f", 255],
  ["0o17", 15],
  ["0B1_01", 5],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["1.", 1],
  [".5", 0.5],
  ["1_0.0_1e1_0", 10.01e10],
  ["01e5", 100_000],
  ["1E-3", 0.001],
  ["True", true],
  ["False", false],
  ["None", null],
  ["'it''s'", "its"],
  [`"it's"`, "it's"],
  [`'it\\'s'`, "it's"],
  ["'''a'b\nc''d'''", "a'b\nc''d"],
  ['"""a"""', "a"],
  ['""""a"""', '"a'],
  ["''", ""],
  [String.raw`'\a\b\f\n\r\t\v\\\'\"'`, "\u0007\b\f\n\r\t\v\\'\""],
  [String.raw`'\x41\u00e9\U0001F600\101\0\777\08'`, "Aé😀A\0\u01FF\u00008"],
  [String.raw`'\q\8\ '`, "\\q\\8\\ "],
  [String.raw`r'\n\'\\'`, String.raw`\n\'\\`],
  [`u"a" R'b' 'c'`, "abc"],
  ["'a\\\nb'", "ab"],
  ["'é€😀'", "é€😀"],
  ["[]", []],
  ["[1, 2, ]", [1, 2]],
  ["[[1], ['a', [None]]]", [[1], ["a", [null]]]],
  ["()", []],
  ["(1)", 1],
  ["(1,)", [1]],
  ["(1, 2)", [1, 2]],
  ["1, 2", [1, 2]],
  ["1,", [1]],
  ["{}", {}],
  ["{'a': 1, 'b': {'c': (1, 2)},}", { a: 1, b: { c: [1, 2] } }],
  ["{1: 'a', -2: 'b', 0x10: 'c'}", { 1: "a", "-2": "b", 16: "c" }],
  ["{'a': 1, 'a': 2}", { a: 2 }],
  ["{'a' 'b': 'c' 'd'}", { ab: "cd" }],
  ["{1, 2, 2, 1.0, True}", [1, 2]],
  ["{(1, 'a'), (1.0, 'a')}", [[1, "a"]]],
  ["set()", []],
  ["set ( )", []],
  ["[1, # one\n 2,\n\n # three\n 3]", [1, 2, 3]],
  ["[\r\n1,\r2]", [1, 2]],
  ["  1  # end", 1],
  ["\n1\n\n# end\n", 1],
  ["[1,\\\n2]", [1, 2]],
  ["1, \\\n2", [1, 2]],
  ["('a'\n'b')", "ab"],
  ["\f1", 1],
];

/** Not literals, or literals that JSON cannot hold. */
const refused = Object.values({
  unfinished: ["", " ", "#", "'", "'a", '"a\nb"', "'''a''", "[", "[1", "(1,", "{1:"],
  commas: ["[1,,2]", "[,]", "(,)", "{,}", "{1:}", "{:1}", "{1:2,3}", "{1,2:3}", "]", "1 2"],
  lineEnds: ["1\n2", "'a'\n'b'", "1,\n2", "-\n1"],
  operators: ["--1", "-(-1)", "-True", "-'a'", "+None", "1+2", "1-2", "not 1", "1 if 2 else 3"],
  integers: ["0123", "1__0", "1_", "0x", "0xg", "0b2", "0o8", "0_x1", "1if"],
  floats: ["1.2.3", "1e", "._1", "1._5", "1_.5", "0x1.5"],
  names: ["true", "null", "NaN", "inf", "nan", "Truee", "foo", "a.b", "'a'.b", "'a'[0]"],
  calls: ["f()", "set(1)", "set([1])", "dict()", "__import__('os')", "print(1)", "lambda: 1"],
  unpacking: ["{**{}}", "[*()]", "[x for x in y]"],
  letters: ["\u00A01", "١"],
  escapes: [String.raw`'\x4'`, String.raw`'\u12'`, String.raw`'\U00110000'`, String.raw`r'\'`],
  prefixes: ["ur'a'", "bu'a'", "'a' b'c'"],
  unhashable: ["{[1]}", "{{}}", "{{1}}", "{(1, [2])}", "{[1]: 2}"],
}).flat();

/** Python takes these; JSON has no such value, or we do not read them. */
const withoutJson = Object.values({
  kinds: ["b'a'", "Rb'a'", "1j", "1+2j", "..."],
  numbers: ["1e999", "-1e999", "9007199254740992", "-0x20000000000000", "9".repeat(400)],
  keys: ["{True: 1}", "{None: 1}", "{1.5: 1}", "{(1,): 1}", "{1: 'a', '1': 'b'}"],
}).flat();

describe("literals", () => {
  test.each(accepted)("%j", (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  test.each([...refused, ...withoutJson, "f'a'", "'a\0b'", String.raw`'\N{BULLET}'`])(
    "%j is refused with a reason",
    (text) => {
      const result = parsePythonLiteral(text);
      expect(result).toEqual({
        ok: false,
        reason: expect.stringMatching(/^(?:not a Python literal: .+|holds .+)$/),
      });
    },
  );

  test("a key that means something to JavaScript is a plain key", () => {
    expect(Object.entries(parse("{'__proto__': {'a': 1}}") ?? {})).toEqual([["__proto__", { a: 1 }]]);
  });

  test("any JSON text without its three words is a literal with the same meaning", () => {
    assert(
      property(
        array(oneof(double({ noNaN: true, noDefaultInfinity: true }), string(), array(integer()))),
        (value) => {
          const text = JSON.stringify(value);
          // JSON writes large floats as integers, which would be refused as such.
          if (/[0-9]{16}/.test(text)) return;
          expect(parse(text)).toEqual(JSON.parse(text));
        },
      ),
    );
  });
});

describe("bounds", () => {
  test("depth", () => {
    expect(parse("[".repeat(100) + "]".repeat(100))).toHaveLength(1);
    for (const [open, close] of ["[]", "()", "{}"]) {
      const result = parsePythonLiteral((open ?? "").repeat(100_000) + (close ?? "").repeat(100_000));
      expect(result).toMatchObject({ ok: false, reason: expect.stringContaining("nested too deeply") });
    }
    expect(parsePythonLiteral("{1:".repeat(100_000))).toMatchObject({ ok: false });
    expect(parsePythonLiteral("-".repeat(100_000))).toMatchObject({ ok: false });
  });

  test("size", () => {
    expect(parsePythonLiteral("1".repeat(1_000_001))).toEqual({
      ok: false,
      reason: "is longer than 1000000 characters",
    });
  });

  test.each([
    ["'a' ".repeat(200_000), 200_000],
    [`'${String.raw`\n`.repeat(400_000)}'`, 400_000],
    [`[${"1,".repeat(400_000)}]`, 400_000],
    [`'${"x".repeat(900_000)}'`, 900_000],
    [`{${Array.from({ length: 100_000 }, (_, index) => index).join(",")}}`, 100_000],
  ])("a long text is read in one pass (case %#)", (text, length) => {
    expect(parse(text)).toHaveLength(length);
  });

  test.each([
    "1_".repeat(400_000),
    "1".repeat(900_000),
    " ".repeat(900_000),
    "\\\n".repeat(400_000),
    "'''".repeat(99_999),
  ])("a long text that is none is refused in one pass (case %#)", (text) => {
    expect(parsePythonLiteral(text)).toMatchObject({ ok: false });
  });
});

// What Python itself says. One process answers for all texts.
const oracle = String.raw`
import ast, json, math, sys, warnings
warnings.simplefilter("ignore")
has_set = False
def convert(value):
    global has_set
    if value is None or isinstance(value, (bool, str)): return value
    if isinstance(value, int) and abs(value) < 2**53: return value
    if isinstance(value, float) and math.isfinite(value): return value
    if isinstance(value, (list, tuple)): return [convert(item) for item in value]
    if isinstance(value, set):
        has_set = True
        return [convert(item) for item in value]
    if isinstance(value, dict):
        result = {}
        for key, item in value.items():
            if str(key) in result: raise ValueError("collision")
            result[str(key)] = convert(item)
        return result
    raise ValueError("no JSON")
def answer(text):
    global has_set
    has_set = False
    try:
        tree = ast.parse(text.lstrip(" \t"), mode="eval")
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                for key in node.keys:
                    if type(ast.literal_eval(key)) not in (str, int): raise ValueError("key")
        return {"ok": True, "value": convert(ast.literal_eval(text)), "set": has_set}
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return {"ok": False}
json.dump([answer(text) for text in json.load(sys.stdin)], sys.stdout)
`;

interface Answer {
  ok: boolean;
  value?: unknown;
  set?: boolean;
}

function askPython(texts: readonly string[]): Answer[] {
  const { stdout, stderr, status } = spawnSync("python3", ["-I", "-c", oracle], {
    input: JSON.stringify(texts),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  const answers: Answer[] = JSON.parse(stdout);
  return answers;
}

const hasPython = spawnSync("python3", ["-c", "import ast"]).status === 0;

/** The order of a Python set is not the one it was written in. */
const unordered = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value
      .map(unordered)
      .sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unordered(item)]));
};

function compare(texts: readonly string[]): { agreed: number; accepted: number } {
  const answers = askPython(texts);
  let count = 0;
  for (const [index, text] of texts.entries()) {
    const ours = parsePythonLiteral(text);
    const { ok, value, set } = answers[index] ?? { ok: false };
    const theirs = ok ? { ok, value: set ? unordered(value) : value } : { ok };
    const mine = ours.ok ? { ok: true, value: set ? unordered(ours.value) : ours.value } : { ok: false };
    expect({ text, ...mine }).toEqual({ text, ...theirs });
    if (ok) count += 1;
  }
  return { agreed: texts.length, accepted: count };
}

/** Python source for random values, in Python's many spellings. */
function pythonSource(): Arbitrary<string> {
  const space = constantFrom("", "", " ", "\n", " # note\n", "\t", "\\\n");
  const letters = string({
    unit: oneof(string({ minLength: 1, maxLength: 1 }), constantFrom("é", "😀", "\\", "'", '"', "\n", "\t")),
    maxLength: 8,
  });
  const quoted = tuple(letters, constantFrom("'", '"', "'''", '"""'), constantFrom("", "u", "U"), nat(2)).map(
    ([text, quote, prefix, style]) => {
      const body = Array.from(text, (letter) => {
        const code = letter.codePointAt(0) ?? 0;
        if (style === 1) return `\\U${code.toString(16).padStart(8, "0")}`;
        if (style === 2 && code < 256) return `\\x${code.toString(16).padStart(2, "0")}`;
        return { "\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n" }[letter] ?? letter;
      });
      return `${prefix}${quote}${body.join("")}${quote}`;
    },
  );
  const raw = letters.map((text) => `r"${text.replaceAll(/["\n\\]/g, "")}"`);
  const number = oneof(
    integer().map(String),
    nat().map((value) => `0x${value.toString(16)}`),
    nat().map((value) => `0O${value.toString(8)}`),
    nat().map((value) => `- 0b${value.toString(2)}`),
    nat().map((value) => value.toString().replaceAll(/\B(?=(?:\d{3})+$)/g, "_")),
    double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
  );
  const text = oneof(
    quoted,
    raw,
    tuple(quoted, space, raw).map(([left, , right]) => `${left} ${right}`),
  );
  const { literal } = letrec<{ literal: string }>((tie) => ({
    literal: oneof(
      { maxDepth: 4, depthSize: "small" },
      oneof(text, number, constantFrom("True", "False", "None", "()", "[]", "{}", "set()")),
      tuple(array(tie("literal"), { maxLength: 4 }), space, boolean()).map(
        ([items, gap, comma]) =>
          `[${gap}${items.join(`,${gap}`)}${comma && items.length > 0 ? "," : ""}${gap}]`,
      ),
      tuple(array(tie("literal"), { maxLength: 4 }), space).map(
        ([items, gap]) => `(${gap}${items.map((item) => `${item}${gap},`).join("")})`,
      ),
      tie("literal").map((item) => `(${item})`),
      tuple(
        array(oneof(text, number, constantFrom("True", "None", "(1, 'a')")), { minLength: 1, maxLength: 4 }),
        space,
      ).map(([items, gap]) => `{${items.join(`${gap},`)}}`),
      tuple(dictionary(oneof(quoted, nat().map(String)), tie("literal"), { maxKeys: 4 }), space).map(
        ([entries, gap]) =>
          `{${Object.entries(entries)
            .map(([key, value]) => `${key}:${gap}${value}`)
            .join(",")}}`,
      ),
    ),
  }));
  return literal;
}

describe.skipIf(!hasPython)("Python agrees", () => {
  test("on the lists above", () => {
    const strict = [...accepted.map(([text]) => text), ...refused].map((text) => text.trim());
    expect(compare(strict).agreed).toBe(strict.length);
    // What is refused for JSON's sake is good Python.
    expect(compare(withoutJson).accepted).toBe(0);
  });

  test("on random literals", () => {
    const { agreed, accepted: count } = compare(sample(pythonSource(), { numRuns: 1200, seed: 5 }));
    expect(count).toBeGreaterThan(agreed * 0.9);
  });

  test("on literals with a mistake in them", () => {
    const pieces = [...Array.from("'\"\\()[]{},:-+._01exrb \n#"), "True"];
    const damaged = tuple(pythonSource(), nat(), constantFrom(...pieces), nat(2)).map(
      ([text, seed, piece, cut]) => {
        const letters = Array.from(text);
        const at = seed % (letters.length + 1);
        return [...letters.slice(0, at), piece, ...letters.slice(at + cut)].join("").trim();
      },
    );
    const { agreed, accepted: count } = compare(sample(damaged, { numRuns: 2000, seed: 7 }));
    expect(count).toBeGreaterThan(agreed * 0.1);
    expect(count).toBeLessThan(agreed * 0.9);
  });
});
