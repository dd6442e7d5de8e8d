/** The examples of the specifications, each with the HTML that it stands for. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

interface Example {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const require = createRequire(import.meta.url);

function published({ tests }: { tests: Example[] }): Example[] {
  const withTabs = (text: string) => text.replaceAll("→", "\t");
  return tests.map(({ number, markdown, html }) => ({
    number,
    markdown: withTabs(markdown),
    html: withTabs(html),
  }));
}

export const commonMark: readonly Example[] = published(require("commonmark-spec"));

/** The specification of GitHub is that of CommonMark 0.29 with examples of its own in between. */
function withExtensions(examples: readonly Example[]): Example[] {
  const text = readFileSync(new URL("gfm-extensions.txt", import.meta.url), "utf8");
  const all = [...examples];
  for (const [, number, markdown = "", html = ""] of text.matchAll(
    /^`{32} example (\d+)\n([^]*?)^\.\n([^]*?)^`{32}$/gm,
  ))
    all.splice(Number(number) - 1, 0, { number: Number(number), markdown, html });
  return all.map((example, index) => ({ ...example, number: index + 1 }));
}

export const gitHub: readonly Example[] = withExtensions(published(require("commonmark-spec-0.29")));
