/** The examples of the CommonMark specification: is what we show what its HTML shows, however the text is cut? */
import { createRequire } from "node:module";
import { collectReferences, createPipeline } from "@framework/shared/format";
import { capabilitiesFromEnvironment } from "@framework/shared/terminal";
import { expect, test } from "vitest";
import { htmlText, shownText } from "./visible-text.js";

interface Example {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const require = createRequire(import.meta.url);
const { tests }: { tests: Example[] } = require("commonmark-spec");
const withTabs = (text: string) => text.replaceAll("→", "\t");
const examples = tests.map(({ number, markdown, html }) => ({
  number,
  markdown: withTabs(markdown),
  html: withTabs(html),
}));

const UNKNOWN_TAG = "a tag that is no element of HTML is more likely meant to be read: List<String>";

/** Where we show something else on purpose, and why. */
const DIFFERENT: ReadonlyMap<number, string> = new Map([
  ...[150, 163, 201, 491, 524, 536, 613, 614, 615, 617, 623].map((number) => [number, UNKNOWN_TAG] as const),
  [356, "a star between two digits multiplies: 5*6*78"],
]);

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

test("what is shown is what the HTML shows, but for what is listed", async () => {
  const different: number[] = [];
  for (const { number, markdown, html } of examples) {
    if (shownText(await format(markdown)) !== htmlText(html)) different.push(number);
  }
  expect(different).toEqual([...DIFFERENT.keys()].toSorted((a, b) => a - b));
  expect(different.length / examples.length).toBeLessThanOrEqual(0.03);
});

test.each([1, 2, 5])("in pieces of %i the output is the same", async (chunk) => {
  for (const { markdown } of examples) expect(await format(markdown, chunk)).toBe(await format(markdown));
});
