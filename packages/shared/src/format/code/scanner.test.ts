import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INDEXED } from "../../terminal/palette.js";
import { createStyle } from "../../terminal/style.js";
import { createHighlighter } from "./highlight.js";

const style = createStyle("ansi256", "dark");
const { magenta, green, yellow, grey, blue, cyan } = INDEXED.dark;
const NAMES: Readonly<Record<string, string>> = {
  [magenta]: "key",
  [green]: "str",
  [yellow]: "num",
  [grey]: "dim",
  [blue]: "name",
  [cyan]: "type",
};

/** The lines with `<kind:…>` around what has a colour. */
function coloured(language: string, code: string): string[] {
  const highlighter = createHighlighter(language, style);
  return code
    .split("\n")
    .map((line) =>
      (highlighter?.line(line) ?? line).replaceAll(
        /\x1b\[38;5;(\d+)m([^\x1b]*)\x1b\[\d+m/g,
        (_, colour: string, text: string) => `<${NAMES[colour] ?? colour}:${text}>`,
      ),
    );
}

describe("the usual languages are coloured by what they mean", () => {
  test.each([
    ["js", "const a = 1; // b", ["<key:const> a = <num:1>; <dim:// b>"]],
    ["ts", "x: Map<string> = f(2)", ["x: <type:Map><string> = <name:f>(<num:2>)"]],
    ["js", "`a ${b + `c`} d`", ["<str:`a >${b + <str:`c`>}<str: d`>"]],
    ["js", "`a ${{b: 1}} c`", ["<str:`a >${{b: <num:1>}}<str: c`>"]],
    ["js", "`a\nb` + c", ["<str:`a>", "<str:b`> + c"]],
    ["js", "s.replace(/[`/'\"]/g, x / 2)", ["s.<name:replace>(<str:/[`/'\"]/g>, x / <num:2>)"]],
    ["js", "/* a\nb */ null", ["<dim:/* a>", "<dim:b */> <key:null>"]],
    ["js", 'a = "it\'s \\" so"\nb', ['a = <str:"it\'s \\" so">', "b"]],
    ["js", '"no end\nb', ['<str:"no end>', "b"]],
    ["js", "a.default + b", ["a.default + b"]],
    ["python", "def area(r): # b", ["<key:def> <name:area>(r): <dim:# b>"]],
    ["py", "'''a\nb''' + \"c\"", ["<str:'''a>", "<str:b'''> + <str:\"c\">"]],
    ["json", '{"a": [1.5e3, true, "b"]}', ['{<type:"a">: [<num:1.5e3>, <key:true>, <str:"b">]}']],
    ["sh", 'echo "$HOME" $x a#b # c', ['echo <str:"$HOME"> <type:$x> a#b <dim:# c>']],
    ["rust", "fn f<'a>(c: char) { 'x' }", ["<key:fn> <name:f><'a>(c: char) { <str:'x'> }"]],
    ["go", "s := `a\\`\nreturn nil", ["s := <str:`a\\`>", "<key:return> <key:nil>"]],
    ["sql", "SELECT a FROM b -- c", ["<key:SELECT> a <key:FROM> b <dim:-- c>"]],
    ["java", "class A { int x = 0x1F; }", ["<key:class> <name:A> { <key:int> x = <num:0x1F>; }"]],
  ])("%s: %s", (language, code, expected) => expect(coloured(language, code)).toEqual(expected));
});

test("colours add and take away nothing", () => {
  const piece = fc.constantFrom(
    ..."\"|'|`|${|}|{|/*|*/|//|#|/|[|]|\\|'''|\"\"\"|$a|1.5|class|f(|Type|漢|--|=".split("|"),
    " ",
    "\n",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("js", "python", "json", "bash", "go", "rust", "php", "sql", "kotlin"),
      fc.array(piece).map((pieces) => pieces.join("")),
      (language, code) => {
        const highlighter = createHighlighter(language, style);
        const shown = code.split("\n").map((line) => highlighter?.line(line) ?? "");
        expect(shown.join("\n").replaceAll(/\x1b\[[\d;]+m/g, "")).toBe(code);
      },
    ),
  );
});
