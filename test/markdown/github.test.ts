/** What GitHub adds to Markdown, and what people write besides: each form with what is shown of it. */
import { createPipeline } from "@framework/shared/format";
import { capabilitiesFromEnvironment } from "@framework/shared/terminal";
import { describe, expect, test } from "vitest";

const { capabilities } = capabilitiesFromEnvironment(
  { TERM: "xterm-256color", FW_GRAPHICS_PROTOCOL: "none" },
  { isTerminal: true, columns: 60 },
);

async function shown(markdown: string, links = true): Promise<string> {
  let output = "";
  const pipeline = createPipeline({
    output: (text) => (output += text),
    terminal: { ...capabilities, links },
    env: {},
  });
  for (const chunk of markdown.match(/[^]{1,3}/g) ?? []) pipeline.write(chunk);
  await pipeline.flush();
  return output.replaceAll(/\x1b\[[\d;]*m|\x1b\]8;[^\x1b]*\x1b\\/g, "");
}

describe("as it is shown", () => {
  test.each([
    ["struck out", "~~gone~~ and ~also~ but not ~~~x~~~ y", "gone and also but not ~~~x~~~ y"],
    ["tasks", "- [ ] a\n- [x] b\n- [X] c\n- [ ]d\n", "• ☐ a\n• ☑ b\n• ☑ c\n• [ ]d\n"],
    ["an alert", "> [!WARNING]\n> Mind the gap.\n", "│ ▲ Warning\n│ Mind the gap.\n"],
    ["an alert of no known kind", "> [!LATER]\n> x\n", "│ [!LATER]\n│ x\n"],
    ["quotations in each other", "> a\n> > b\n>\n> c\n", "│ a\n│ │ b\n│\n│ c\n"],
    ["a list in a quotation", "> 1. a\n>    - b\n> 2. c\n", "│ 1. a\n│    ◦ b\n│ 2. c\n"],
    ["code in a list", "- a\n\n  ```js\n  x\n    y\n  ```\n- b\n", "• a\n\n  js\n  x\n    y\n• b\n"],
    ["a heading with a line under it", "Head\n====\ntext\n", "Head\n════\ntext\n"],
    ["a footnote", "a[^1] b[^n].\n\n[^1]: One *two*.\n", "a¹ b[n].\n\n[1] One two.\n"],
    ["footnotes one after the other", "a[^1]\n[^1]: One\n[^2]: Two\n", "a¹\n[1] One\n[2] Two\n"],
    [
      "blocks in a footnote",
      "[^name]: One\n\n    - two\n\n        code\n\nOutside\n",
      "[name] One\n\n    • two\n\n      code\n\nOutside\n",
    ],
    ["a footnote that begins on the next line", "[^1]:\n    > quoted\n", "[1] │ quoted\n"],
    ["a link by reference", "[a]: https://x.y\n\n[a], [b][a], [c][later]\n", "a, b, c\n"],
    ["an address in angle brackets", "<https://a.b/c> <d@e.f>", "https://a.b/c d@e.f"],
    [
      "emphasis is none in an address",
      "https://a.b/pkg/__init__.py, **https://a.b/_c_** (https://a.b/c_(d)_e_) and/or a/*b*/c\n",
      "https://a.b/pkg/__init__.py, https://a.b/_c_\n(https://a.b/c_(d)_e_) and/or a/b/c\n",
    ],
    [
      "tags that would change the page",
      "Use <title> and <script>, not <b>x</b>",
      "Use <title> and <script>, not x",
    ],
    [
      "a table of HTML",
      "<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td><b>1*</b></td>\n<td>x|y<br>z</td></tr>\n</table>\n",
      "┌────┬─────┐\n│ A  │ B   │\n├────┼─────┤\n│ 1* │ x|y │\n│    │ z   │\n└────┴─────┘\n",
    ],
    [
      "a table of HTML without a head",
      "<table><tr>\n<td>a</td>\n<td>b</td></tr>\n<tr><td>c</td></tr></table>\n",
      "a │ b\nc\n",
    ],
    ["references", "&copy; &#169; &eacute; &nosuch; &#27;x", "© © é &nosuch; \ufffdx"],
    ["breaks", "a<br>b  \nc\\\nd\n", "a\nb\nc\nd\n"],
    ["keys and marks", "<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>10</sup> <!-- no -->end", "Ctrl H₂O x¹⁰ end"],
    ["details", "<details>\n<summary>More</summary>\n\nInside\n\n</details>\n", "▾ More\n\nInside\n"],
    ["what only looks like HTML", "Vec<T> and List<String> and a<b\n", "Vec<T> and List<String> and a<b\n"],
    ["a picture", "![alt *text*](a.png) ![](b.png)", "alt text "],
    ["math", "$x^2$ costs $5 or $6, \\(a_1\\) \\[ \\frac{1}{2} \\]", "x² costs $5 or $6, a₁ 1/2"],
    [
      "math that has no form here",
      "$\\underbrace{a + b}$ $\\begin{array}{cc} a & b \\end{array}$",
      "$\\underbrace{a + b}$ $\\begin{array}{cc} a & b \\end{array}$",
    ],
    ["a matrix on a line", "$A = \\begin{bmatrix} 1 & 2 \\\\ 3 & x^2 \\end{bmatrix}$", "A = [1 2; 3 x²]"],
    [
      "cases",
      "$$f = \\begin{cases} x & \\text{if } x > 0 \\\\ 0 & \\text{else} \\end{cases}$$\n",
      "  f = ⎧ x  if x > 0\n      ⎩ 0  else\n",
    ],
    [
      "matrices",
      "\\[\n\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\n\\begin{bmatrix} x \\\\ yy \\\\ z \\end{bmatrix} = 0\n\\]\n",
      "  ⎛ a  b ⎞ ⎡ x  ⎤\n  ⎝ c  d ⎠ ⎢ yy ⎥ = 0\n           ⎣ z  ⎦\n",
    ],
    ["cases on a line", "$\\begin{cases} 1 & a \\\\ 2 & b \\end{cases}$", "{ 1 a; 2 b"],
    ["scripts of functions", "$\\lim_{n \\to \\infty} \\log_2 n^\\infty$", "lim_(n → ∞) log₂ n^∞"],
    [
      "rows of math under their signs",
      "\\begin{align*}\nf(x) &= (x+1)^2 \\\\\n&= x^2 + 2x + 1 \\tag{1}\n\\end{align*}\n",
      "  f(x) = (x+1)²\n       = x² + 2x + 1 (1)\n",
    ],
    ["a block of math", "$$\n\\sum_{i=1}^{n} i \\le \\sqrt{n}\n$$\n", "  ∑ᵢ₌₁ⁿ i ≤ √n\n"],
    ["numbers of a list", "7) a\n7) b\n\ntext\n\n1. c\n", "7) a\n8) b\n\ntext\n\n1. c\n"],
    ["an empty entry", "- a\n-\n- b\n", "• a\n•\n• b\n"],
  ])("%s", async (_, markdown, expected) => expect(await shown(markdown)).toBe(expected));
});

describe("lines", () => {
  const words = "word ".repeat(20).trim();

  test("of a list entry hang under its text, and a quotation has its bar on each", async () => {
    expect(await shown(`- ${words}\n`)).toBe(
      `• ${"word ".repeat(11).trim()}\n  ${"word ".repeat(9).trim()}\n`,
    );
    expect(await shown(`> ${words}\n`)).toBe(
      `│ ${"word ".repeat(11).trim()}\n│ ${"word ".repeat(9).trim()}\n`,
    );
  });

  test("that were full are joined; short ones end where they were meant to", async () => {
    const full = "A line of text that somebody broke because it was full";
    expect(await shown(`${full}\nand so on\n`)).toBe(`${full} and\nso on\n`);
    expect(await shown("Roses are red\nviolets are blue\n")).toBe("Roses are red\nviolets are blue\n");
  });
});

describe("links", () => {
  const raw = async (markdown: string, links: boolean) => {
    let output = "";
    const pipeline = createPipeline({
      output: (text) => (output += text),
      terminal: { ...capabilities, links },
      env: {},
    });
    pipeline.write(markdown);
    await pipeline.flush();
    return output;
  };

  test("are links of the terminal where it knows them, else the address is told", async () => {
    expect(await raw("[a](https://x.y/z)", true)).toContain("\x1b]8;;https://x.y/z\x1b\\");
    expect(await shown("[a](https://x.y/z)", true)).toBe("a");
    expect(await shown("[a](https://x.y/z)", false)).toBe("a (https://x.y/z)");
  });

  test("a picture in a link leads where the link does", async () => {
    const badge = "[![badge](https://img.y/x.svg) of it](https://x.y/)";
    expect(await shown(badge, false)).toBe("badge of it (https://x.y/)");
    expect(await raw(badge, true)).not.toContain("img.y");
  });

  test("a label that names another host does not hide where it leads", async () => {
    expect(await shown("[bank.example](https://evil.example/x)")).toBe(
      "bank.example (https://evil.example/x)",
    );
    expect(await shown("[docs.bank.example](https://docs.bank.example/x)")).toBe("docs.bank.example");
  });

  test.each(["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "x\u0007y"])(
    "%j is no link to open",
    async (address) => expect(await raw(`[a](<${address}>)`, true)).not.toContain("\x1b]8;"),
  );
});
