/** What a terminal of 40, 80 and 120 columns shows of two texts: the screens as a person sees them. */
import { createPipeline } from "@framework/shared/format";
import { capabilitiesFromEnvironment } from "@framework/shared/terminal";
import { Terminal } from "@xterm/headless";
import { expect, test } from "vitest";

const TEXT = `# The bridge

A line of text that goes on for a while, so that it has to be broken between **words that are bold** somewhere.

> A quotation that is also too long for one line of a narrow terminal.
>
> 1. first, with more to say than fits
>    \`\`\`sh
>    make all
>    \`\`\`

- [x] done
- [ ] to do, as soon as there is some time left for it

| Part | What it does in a few words | Cost |
|------|-----------------------------|-----:|
| deck | carries what drives over it | 120 |
`;

/** Blocks in each other, and what people write besides Markdown. */
const ANSWER = `> [!TIP]
> Read https://example.com/docs/reference/__init__.py first[^1].

1. Set it:
   - an option:
     \`\`\`json
     {"a": 1}
     \`\`\`
   - or more of them:

     | Option | Default | Meaning |
     |:-------|:-------:|--------:|
     | \`a\` | 1 | the first of those there are |
2. Run it.

[^1]: Written by hand, and longer than a line of forty columns is.

    \`\`\`sh
    less it
    \`\`\`
[^further-reading]: None.

$$
\\begin{aligned}
f(x) &= \\sqrt{x} \\\\
     &\\le \\frac{x}{2}
\\end{aligned}
$$

<details><summary>More</summary>

<table><tr><th>Key</th><th>Does</th></tr>
<tr><td><kbd>q</kbd></td><td>ends it,<br>at once</td></tr></table>

</details>
`;

const ROWS = 50;

async function screen(markdown: string, columns: number, chunk: number): Promise<string> {
  const terminal = new Terminal({ cols: columns, rows: ROWS, allowProposedApi: true });
  let output = "";
  const pipeline = createPipeline({
    output: (text) => (output += text),
    terminal: capabilitiesFromEnvironment(
      { TERM: "xterm-256color", FW_GRAPHICS_PROTOCOL: "none" },
      { isTerminal: true, columns },
    ).capabilities,
    env: {},
  });
  for (let start = 0; start < markdown.length; start += chunk)
    pipeline.write(markdown.slice(start, start + chunk));
  await pipeline.flush();
  await new Promise<void>((resolve) => terminal.write(output.replaceAll("\n", "\r\n"), resolve));
  const lines = Array.from(
    { length: ROWS },
    (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? "",
  );
  terminal.dispose();
  return `\n${lines.join("\n").trimEnd()}\n`;
}

const SCREENS: readonly [columns: number, screen: string][] = [
  [
    40,
    `
The bridge

A line of text that goes on for a while,
so that it has to be broken between
words that are bold somewhere.

│ A quotation that is also too long for
│ one line of a narrow terminal.
│
│ 1. first, with more to say than fits
│    sh
│    make all

• ☑ done
• ☐ to do, as soon as there is some time
  left for it

┌──────┬────────────────────────┬──────┐
│ Part │ What it does in a few  │ Cost │
│      │ words                  │      │
├──────┼────────────────────────┼──────┤
│ deck │ carries what drives    │  120 │
│      │ over it                │      │
└──────┴────────────────────────┴──────┘
`,
  ],
  [
    80,
    `
The bridge

A line of text that goes on for a while, so that it has to be broken between
words that are bold somewhere.

│ A quotation that is also too long for one line of a narrow terminal.
│
│ 1. first, with more to say than fits
│    sh
│    make all

• ☑ done
• ☐ to do, as soon as there is some time left for it

┌──────┬─────────────────────────────┬──────┐
│ Part │ What it does in a few words │ Cost │
├──────┼─────────────────────────────┼──────┤
│ deck │ carries what drives over it │  120 │
└──────┴─────────────────────────────┴──────┘
`,
  ],
  [
    120,
    `
The bridge

A line of text that goes on for a while, so that it has to be broken between words that are bold somewhere.

│ A quotation that is also too long for one line of a narrow terminal.
│
│ 1. first, with more to say than fits
│    sh
│    make all

• ☑ done
• ☐ to do, as soon as there is some time left for it

┌──────┬─────────────────────────────┬──────┐
│ Part │ What it does in a few words │ Cost │
├──────┼─────────────────────────────┼──────┤
│ deck │ carries what drives over it │  120 │
└──────┴─────────────────────────────┴──────┘
`,
  ],
];

const NARROW_ANSWER = `
│ ★ Tip
│ Read
│ https://example.com/docs/reference/__i
nit__.py first¹.

1. Set it:
   ◦ an option:
     json
     {"a": 1}
   ◦ or more of them:

     ┌────────┬─────────┬──────────────┐
     │ Option │ Default │      Meaning │
     ├────────┼─────────┼──────────────┤
     │ a      │    1    │ the first of │
     │        │         │  those there │
     │        │         │          are │
     └────────┴─────────┴──────────────┘
2. Run it.

[1] Written by hand, and longer than a
    line of forty columns is.

    sh
    less it
[further-reading] None.

  f(x) = √x
       ≤ x/2

▾ More

┌─────┬──────────┐
│ Key │ Does     │
├─────┼──────────┤
│ q   │ ends it, │
│     │ at once  │
└─────┴──────────┘
`;

const ANSWER_IN_FULL = `
│ ★ Tip
│ Read https://example.com/docs/reference/__init__.py first¹.

1. Set it:
   ◦ an option:
     json
     {"a": 1}
   ◦ or more of them:

     ┌────────┬─────────┬──────────────────────────────┐
     │ Option │ Default │                      Meaning │
     ├────────┼─────────┼──────────────────────────────┤
     │ a      │    1    │ the first of those there are │
     └────────┴─────────┴──────────────────────────────┘
2. Run it.

[1] Written by hand, and longer than a line of forty columns is.

    sh
    less it
[further-reading] None.

  f(x) = √x
       ≤ x/2

▾ More

┌─────┬──────────┐
│ Key │ Does     │
├─────┼──────────┤
│ q   │ ends it, │
│     │ at once  │
└─────┴──────────┘
`;

const ANSWER_SCREENS: readonly [columns: number, screen: string][] = [
  [40, NARROW_ANSWER],
  [80, ANSWER_IN_FULL],
  [120, ANSWER_IN_FULL],
];

test.each(SCREENS)("a text in %i columns", async (columns, expected) => {
  expect(await screen(TEXT, columns, Infinity)).toBe(expected);
  expect(await screen(TEXT, columns, 1)).toBe(expected);
});

test.each(ANSWER_SCREENS)("an answer in %i columns", async (columns, expected) => {
  expect(await screen(ANSWER, columns, Infinity)).toBe(expected);
  expect(await screen(ANSWER, columns, 1)).toBe(expected);
});
