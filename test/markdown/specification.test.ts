/** The examples of the CommonMark and GFM specifications: is what we show what their HTML shows, however the text is cut? */
import { collectReferences, createPipeline } from "@framework/shared/format";
import { capabilitiesFromEnvironment } from "@framework/shared/terminal";
import { describe, expect, test } from "vitest";
import { commonMark, gitHub } from "./examples.js";
import { htmlText, shownText } from "./visible-text.js";

const UNKNOWN_TAG = "a tag that is no element of HTML is more likely meant to be read: List<String>";
const MULTIPLIES = "a star between two digits multiplies: 5*6*78";
const COMMENT = "what a comment may hold has changed: CommonMark 0.31 hides these, as we do";

/** Where we show something else on purpose, and why. */
const SPECIFICATIONS = [
  {
    name: "CommonMark 0.31",
    examples: commonMark,
    different: {
      [UNKNOWN_TAG]: [150, 163, 201, 491, 524, 536, 613, 614, 615, 617, 623],
      [MULTIPLIES]: [356],
    },
  },
  {
    name: "GFM 0.29",
    examples: gitHub,
    different: {
      [UNKNOWN_TAG]: [120, 133, 170, 500, 532, 544, 632, 633, 634, 636, 642],
      [MULTIPLIES]: [365],
      [COMMENT]: [645, 646],
    },
  },
] as const;

const { capabilities } = capabilitiesFromEnvironment(
  { TERM: "xterm-256color", FW_GRAPHICS_PROTOCOL: "none" },
  { isTerminal: true, columns: 200 },
);

async function format(markdown: string, chunk = Infinity): Promise<string> {
  let output = "";
  const pipeline = createPipeline({
    output: (text) => (output += text),
    terminal: { ...capabilities, links: true },
    references: collectReferences(markdown),
    env: {},
  });
  for (let start = 0; start < markdown.length; start += chunk)
    pipeline.write(markdown.slice(start, start + chunk));
  await pipeline.flush();
  return output;
}

describe.each(SPECIFICATIONS)("$name", ({ examples, different }) => {
  test("what is shown is what the HTML shows, but for what is listed", async () => {
    const found: number[] = [];
    for (const { number, markdown, html } of examples) {
      if (shownText(await format(markdown)) !== htmlText(html)) found.push(number);
    }
    expect(found).toEqual(
      Object.values(different)
        .flat()
        .toSorted((a, b) => a - b),
    );
    expect(found.length / examples.length).toBeLessThanOrEqual(0.03);
  });
});

test.each([1, 2, 5])("in pieces of %i the output is the same", async (chunk) => {
  const texts = new Set([...commonMark, ...gitHub].map(({ markdown }) => markdown));
  for (const markdown of texts) expect(await format(markdown, chunk)).toBe(await format(markdown));
});
