/** What a terminal of 40, 80 and 120 columns shows of one text: the screens as a person sees them. */
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

const ROWS = 40;

async function screen(columns: number, chunk: number): Promise<string> {
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
  for (let start = 0; start < TEXT.length; start += chunk) pipeline.write(TEXT.slice(start, start + chunk));
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

test.each(SCREENS)("%i columns", async (columns, expected) => {
  expect(await screen(columns, Infinity)).toBe(expected);
  expect(await screen(columns, 1)).toBe(expected);
});
