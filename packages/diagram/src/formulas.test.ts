/** Formulas beside Chromium's. */
import { afterAll, describe, expect, it } from "vitest";
import { renderDiagram, shutdown } from "./index.js";

afterAll(shutdown);

/** As it is written in a flowchart, where a backslash is doubled. */
const label = (formula: string): string => `flowchart LR\nA["$$${formula.replaceAll("\\", "\\\\")}$$"]`;

/** Sizes of the whole drawing that mermaid-cli makes in Chromium, with DejaVu's letters for formulas installed. */
const chromium: readonly [formula: string, width: number, height: number][] = [
  ["x^2 + y^2 = z^2", 191.7, 70.2],
  ["\\frac{a}{b}", 91.4, 81.9],
  ["\\sqrt{x+3}", 130.8, 66.8],
  ["\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}", 211.3, 90.5],
  ["\\int_0^\\infty e^{-x^2} dx = \\frac{\\sqrt{\\pi}}{2}", 220.2, 88.3],
  ["\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", 146.9, 96.4],
  ["\\left( \\frac{a+b}{c} \\right)^2", 147.4, 86.8],
  ["\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1", 187.9, 86.7],
  ["\\hat{y} = \\beta_0 + \\beta_1 x + \\overline{AB} + \\vec{v}", 282.2, 75.5],
  ["P(A|B) = \\frac{P(B|A) P(A)}{P(B)} \\text{ if } P(B) > 0", 392.2, 94.9],
  ["\\sqrt[3]{x}", 105.5, 64.4],
  ["\\forall x \\in \\mathbb{R}, x^2 \\geq 0", 212.4, 69.2],
  ["f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 & \\text{else} \\end{cases}", 233.2, 95.4],
  ["O(n \\log n) \\Rightarrow \\Theta(n^2)", 235.9, 70.2],
  ["x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}", 248, 94.7],
  ["\\underbrace{a+b}_{c} \\prod_{k=1}^{\\infty}", 160.8, 91.4],
];

interface Text {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

async function textsOf(formula: string): Promise<Text[]> {
  const { data } = await renderDiagram(label(formula));
  return [...data.matchAll(/<text x="([^"]+)" y="([^"]+)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, text = ""]) => ({ text, x: Number(x), y: Number(y) }),
  );
}

describe("a formula", () => {
  it.each(chromium)("is as large as in Chromium, within 3 %%: %s", async (formula, width, height) => {
    const drawn = await renderDiagram(label(formula), { look: "classic" });
    expect(Math.abs(drawn.width / width - 1)).toBeLessThan(0.03);
    expect(Math.abs(drawn.height / height - 1)).toBeLessThan(0.03);
  });

  it("sets letters in the font for formulas, and names of functions apart from what is around them", async () => {
    const { data } = await renderDiagram(label("n \\log n"));
    expect(data).toMatch(/font-family:'DejaVu Math Letters'[^>]*>n</);
    expect(data).toMatch(/<text [^>]*>log</);
    expect(data).not.toMatch(/DejaVu Math Letters'[^>]*>log/);
    const [before, name, after] = await textsOf("n \\log n");
    const [joined, next] = await textsOf("n x");
    expect((name?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan((next?.x ?? 0) - (joined?.x ?? 0) + 2);
    expect(after?.text).toBe("n");
  });

  it("has brackets as high as what they enclose", async () => {
    const { data } = await renderDiagram(label("\\left( \\frac{a}{b} \\right)"));
    const stretch = Number(/scale\(1 ([\d.]+)\)/.exec(data)?.[1]);
    expect(stretch).toBeGreaterThan(1.5);
    expect(stretch).toBeLessThan(2.5);
  });

  it("aligns equations at their sign", async () => {
    const signs = (await textsOf("\\begin{aligned} a &= b \\\\ a+c &= d \\end{aligned}")).filter(
      ({ text }) => text === "=",
    );
    expect(signs).toHaveLength(2);
    expect(signs[0]?.x).toBeCloseTo(signs[1]?.x ?? 0, 1);
  });

  it("shows the letters of number sets", async () => {
    expect((await textsOf("\\mathbb{R}\\mathbb{K}")).map(({ text }) => text)).toEqual(["ℝ", "𝕂"]);
  });

  it("stands in the middle of its line", async () => {
    const { data } = await renderDiagram('flowchart LR\nA["Solve $$\\\\frac{a}{b}$$ now"]');
    const y = (word: string): number => Number(new RegExp(`y="([-\\d.]+)"[^>]*>${word}<`).exec(data)?.[1]);
    expect(y("a")).toBeLessThan(y("Solve"));
    expect(y("b")).toBeGreaterThan(y("Solve"));
  });

  it("is inside its note in a sequence diagram", async () => {
    const { data } = await renderDiagram("sequenceDiagram\nA->>B: hi\nNote over A,B: $$\\frac{a}{b}$$");
    const [, x, y, width, height] = (
      /<rect x="([\d.]+)" y="([\d.]+)"[^>]*width="([\d.]+)" height="([\d.]+)"[^>]*fill:#fff5ad/.exec(data) ??
      []
    ).map(Number);
    const move = /<g transform="translate\(([\d.]+) ([\d.]+)\)">(?:(?!<\/g>).)*>a<\/text>/
      .exec(data)
      ?.slice(1)
      .map(Number);
    expect(move?.[0]).toBeGreaterThan(x ?? Number.NaN);
    expect(move?.[0]).toBeLessThan((x ?? 0) + (width ?? 0));
    expect(move?.[1]).toBeGreaterThanOrEqual(y ?? Number.NaN);
    expect((move?.[1] ?? 0) + 30).toBeLessThan((y ?? 0) + (height ?? 0));
  });
});
