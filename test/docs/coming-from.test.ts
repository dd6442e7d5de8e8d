/** The pages for programs that come from another library have ten tasks, each in both ways; `programs.test.ts` runs ours. */
import { describe, expect, it } from "vitest";
import { blocksOf, readPage } from "./blocks.js";

describe.each(["docs/coming-from-openai.md", "docs/coming-from-ai-sdk.md"])("%s", (page) => {
  it("has ten tasks, each first as the other library does it, then as we do", () => {
    const tasks = [...readPage(page).matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(tasks).toEqual(Array.from({ length: 10 }, (_, place) => place + 1));
    const languages = blocksOf(page).map(({ language }) => language);
    expect(languages).toEqual(tasks.flatMap(() => ["javascript", "ts"]));
  });
});
