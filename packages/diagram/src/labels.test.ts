/** Labels as they are drawn. */
import { afterAll, expect, it } from "vitest";
import { renderDiagram, shutdown } from "./index.js";

afterAll(shutdown);

interface Text {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: string;
}

async function textsOf(label: string): Promise<Text[]> {
  const { data } = await renderDiagram(`flowchart TD\nA["${label}"]`);
  return [...data.matchAll(/<text x="([^"]+)" y="([^"]+)"[^>]*style="([^"]*)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, style = "", text = ""]) => ({ text, x: Number(x), y: Number(y), style }),
  );
}

it("wraps a long label into lines that are centred", async () => {
  const lines = await textsOf(
    "Plain text that is rather long and is wrapped by the browser at its maximal width",
  );
  expect(lines.length).toBeGreaterThan(2);
  expect(new Set(lines.map((line) => line.y)).size).toBe(lines.length);
});

/** The sizes are Chromium's. */
const LIKE_CHROMIUM: readonly (readonly [string, string, number, number])[] = [
  [
    "a word that is wider than a label makes it wider, and the other lines fill it",
    "flowchart TD\n A[a few short words and then averyveryverylongwordthatcannotbebrokenanywhereatall and a few more words] --> B[b]",
    405.98,
    188,
  ],
  [
    "a chart wider than the page keeps its width",
    '---\nconfig:\n  xyChart:\n    width: 1200\n    height: 300\n---\nxychart-beta\n x-axis [jan, feb]\n y-axis "Sales" 0 --> 100\n bar [10, 90]',
    1_200,
    300,
  ],
  ["underscores", "sequenceDiagram\n A_b->>B_c: snake_case_name\n Note over A_b: under_score", 454, 313],
  ["the version is not cropped", "info", 400, 150],
  [
    "a border that a class gives to a label shows its two ends",
    'graph TD\n A[ h ] -- hello --> B[" test "]:::exClass & C --> D;\n classDef exClass background:#bbb,border:1px solid red;',
    360,
    334,
  ],
  [
    "the padding of a label makes lines of its two ends",
    "flowchart LR\n A[Some text] --> B{Other}\n classDef k padding:40px\n class B k",
    421.5,
    229,
  ],
  [
    "a line of small letters is as high as others",
    'flowchart TD\n A["<small>tiny</small><br><small>tiny</small>"] --> B["x"]',
    168,
    167,
  ],
  ["text above text", `flowchart LR\n A["<ruby>base<rt>note</rt></ruby> text"] --> B["x"]`, 360, 65],
  [
    "a box that is ticked, a button and a choice",
    `flowchart LR\n A["<input type='checkbox' checked> done"] --> B["<button>Click</button>"] --> C["<select><option>one</option><option>two</option></select>"]`,
    552,
    62,
  ],
  [
    "gauges",
    `flowchart LR\n A["<progress value='30' max='100'></progress>"] --> B["<meter value='0.6'></meter>"]`,
    380,
    61,
  ],
  [
    "fields",
    `flowchart LR\n A["<textarea>some text</textarea>"] --> B["<input value='some text'>"] --> C["<input type='radio' checked> one <input type='radio'> two"]`,
    698,
    82,
  ],
  ["Arabic letters that reach far down", "sequenceDiagram\n A->>B: طلب البيانات", 450, 263],
  ["signs that reach far up and down", "sequenceDiagram\n A->>B: \u2502 x", 450, 267],
  ...Object.entries({
    "<table><tr><td>one</td><td>two</td></tr><tr><td>three</td><td>four</td></tr></table>": 177,
    "<table border='1'><tr><th>Key</th><th>Value</th></tr><tr><td>three</td><td>four</td></tr></table>": 183,
    "Before<table><tr><td>one</td><td>two</td></tr></table>after": 194,
    "<table><tr><td colspan='2'>wide cell</td></tr><tr><td>a</td><td>b</td></tr></table>": 177,
    "<table cellpadding='4' cellspacing='0' border='1'><tr><td>a</td><td>b</td></tr></table>": 158,
    "<ul><li>one<ul><li>in</li></ul></li><li>two</li></ul>": 216,
    "<div style='border:1px solid red;padding:5px;margin:3px'>boxed</div>after": 185,
    "<dl><dt>Term</dt><dd>Definition</dd></dl>": 195,
    "<div style='width:60px'>narrow box here wraps</div>": 146,
    "<span style='display:inline-block;width:80px;border:1px solid'>ib</span> x": 148,
  }).map(([label, height]) => [label, `flowchart TD\n  A["${label}"] --> B["end"]`, 168, height] as const),
];

it.each(LIKE_CHROMIUM)("is as large as in Chromium: %s", async (_, source, width, height) => {
  const drawn = await renderDiagram(source);
  expect([drawn.width, drawn.height]).toEqual([expect.closeTo(width, 1), expect.closeTo(height, 1)]);
});

it("sets the cells of a table side by side, each row in the middle of its own", async () => {
  const [one, two, three] = await textsOf(
    "<table><tr><td>one</td><td>two<br>lines</td></tr><tr><td>x</td></tr></table>",
  );
  expect(two?.x).toBeGreaterThan((one?.x ?? 0) + 20);
  expect(three?.y).toBeGreaterThan(one?.y ?? 0);
  expect(one?.y).toBeGreaterThan(two?.y ?? 0);
});

it("shows of closed details their summary, of a choice what is chosen, and quotation marks around a quotation", async () => {
  const shown = async (label: string): Promise<string> =>
    (await textsOf(label)).map((text) => text.text).join("|");
  expect(await shown("<details><summary>More</summary>inside</details>")).toBe("More");
  expect(await shown("<details open><summary>More</summary>inside</details>")).toBe("More|inside");
  expect(await shown("<select><option>one</option><option selected>two</option></select>")).toBe("two");
  expect(await shown("<q>so <q>they</q></q> said")).toBe("\u201cso \u2018they\u2019\u201d said");
});

it("draws brackets in a line of Arabic where they are read", async () => {
  const texts = await textsOf("الرد (200 OK)");
  expect(texts.map((text) => text.text)).toEqual(["الرد", "(200 OK)"]);
  expect(texts[1]?.x).toBeGreaterThan(texts[0]?.x ?? 0);
});

it("puts signs between words of Arabic where they are read, at the end of a line too", async () => {
  const texts = await textsOf("السلام عليكم أيها + الناس كلهم + مرحبا");
  expect(texts.map((text) => text.text)).toEqual(["السلام عليكم أيها + \u200f", "الناس كلهم + مرحبا"]);
});

it("is behind what follows a block, too: the colour of a label", async () => {
  const { data } = await renderDiagram("stateDiagram-v2\n A --> B : Hello<br/>- l1<br/>- l2");
  expect(data.match(/<rect[^>]*fill:#cccccc/g)).toHaveLength(2);
});

it("takes rules of a style sheet as a browser does", async () => {
  const rules = [
    ":root { --c: teal }",
    ".node rect { fill: var(--c, red) !important; stroke: linear-gradient(red, blue) !important }",
    ".node { rect { stroke-width: 7px !important } }",
  ];
  const { data } = await renderDiagram(`%%{init: {"themeCSS": "${rules.join(" ")}"}}%%\nflowchart LR\n A`);
  // The page's root is not inside of the drawing, a gradient is no paint, and rules may stand inside of rules.
  expect(data).toContain("fill:#ff0000;stroke:#28253d;stroke-width:7;");
});

it("shows no hidden text and pale text pale", async () => {
  const texts = await textsOf(
    "<span style='visibility:hidden'>no</span><span style='opacity:0.5'>half</span>",
  );
  expect(texts.map(({ text }) => text)).toEqual(["half"]);
  expect(texts[0]?.style).toContain("0.5)");
});

it("shows the data of an event model in letters of one width, line by line", async () => {
  const { data } = await renderDiagram(
    "eventmodeling\n\ntimeframe 01 ui CartUI\ntimeframe 02 command AddItem [[Item]]\n\ndata Item {\ndescription: string\nprice: number\n}",
  );
  const code = [...data.matchAll(/<text x="[^"]+" y="([^"]+)"[^>]*DejaVu Sans Mono[^>]*>([^<]*)</g)];
  expect(code.map(([, , text]) => text?.replaceAll("\u00a0", " "))).toEqual([
    "description: string",
    "price: number",
  ]);
  expect(new Set(code.map(([, y]) => y)).size).toBe(2);
});

it("shows markdown, breaks and entities", async () => {
  const [bold, plain] = await textsOf("`**Bold** text`");
  expect(bold).toMatchObject({ text: "Bold", style: expect.stringContaining("font-weight:700") });
  expect(plain?.style).not.toContain("font-weight");
  expect((await textsOf("one<br/>two")).map((line) => line.text)).toEqual(["one", "two"]);
  expect((await textsOf("#quot;a#quot; #9829;"))[0]?.text).toBe("&quot;a&quot; ♥");
});

it("draws formulas: a fraction has its parts above each other and a line between", async () => {
  const [numerator, denominator] = await textsOf("$$\\\\frac{a}{b}$$");
  expect([numerator?.text, denominator?.text]).toEqual(["a", "b"]);
  expect((denominator?.y ?? 0) - (numerator?.y ?? 0)).toBeGreaterThan(10);
  const { data } = await renderDiagram('flowchart TD\nA["$$\\\\sqrt{x^2}$$"]');
  expect(data).toContain("<polyline");
  expect(data).not.toContain("$$");
});

it("draws formulas in sequence diagrams", async () => {
  const { data } = await renderDiagram("sequenceDiagram\nA->>B: $$x^2$$");
  expect(data).toMatch(/>x<\/text>.*>2<\/text>/);
});

it("draws icons of Font Awesome as paths", async () => {
  const [word] = await textsOf("fa:fa-car Drive");
  expect(word?.text).toBe("Drive");
  expect(word?.x).toBeGreaterThan(15);
});

it("keeps words from right to left in one element", async () => {
  expect((await textsOf("مرحبا بالعالم")).map((line) => line.text)).toEqual(["مرحبا بالعالم"]);
});

it("draws emoji in colour, flags and joined ones included, and signs of text as text", async () => {
  const { data } = await renderDiagram('flowchart TD\n A["🇩🇪 👩\u200d💻 ❤\ufe0f 🚀 ✔ x"]');
  for (const color of ["#FFCD05", "#DD2E44", "#A0041E"])
    expect(data.split(`fill="${color}"`).length).toBeGreaterThan(1);
  expect(data.match(/<g transform="translate\([^)]*\) scale\([^)]*\)" style="stroke:none">/g)).toHaveLength(
    4,
  );
  expect(data).toMatch(/<text[^>]*>✔</);
});
