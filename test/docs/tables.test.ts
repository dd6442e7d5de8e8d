/** The tables in the documentation say what the definitions say. */
import { readFileSync } from "node:fs";
import { loadProvider, providerNames } from "@framework/shared";
import { providerFacts, withTables } from "@framework/shared/explain";
import { PRESETS } from "@framework/shared/plugins/model_provider/compatible";
import { describe, expect, it } from "vitest";
import { withPresets } from "../../scripts/preset-page.mjs";

const pageOf = (name: string) =>
  readFileSync(new URL(`../../docs/providers/${name}.md`, import.meta.url), "utf8");

describe.each(providerNames)("docs/providers/%s.md", (name) => {
  it("has current tables; node scripts/docs.mjs writes them", async () => {
    const page = pageOf(name);
    expect(withTables(page, await providerFacts(await loadProvider(name)))).toBe(page);
  });

  it("names every knob, variable and error", async () => {
    const page = pageOf(name);
    const { knobs, variables, errors, quirks } = await providerFacts(await loadProvider(name));
    const names = [...knobs, ...quirks].map(({ key }) => key);
    for (const word of [...names, ...[...variables, ...errors].map((row) => row.name)]) {
      expect(page).toContain(`\`${word}\``);
    }
  });
});

it("docs/presets.md says what the presets say; node scripts/docs.mjs writes it", () => {
  const page = readFileSync(new URL("../../docs/presets.md", import.meta.url), "utf8");
  expect(withPresets(page, PRESETS)).toBe(page);
  for (const { name } of PRESETS) expect(page).toContain(`### ${name}\n`);
});

it("a page without a place for the tables gets one at its end, once", async () => {
  const facts = await providerFacts(await loadProvider(providerNames[0] ?? ""));
  const once = withTables("# Page\n\nWords.\n", facts);
  expect(once).toMatch(/^# Page\n\nWords\.\n\n## Reference\n\n<!-- tables/);
  expect(withTables(once, facts)).toBe(once);
  const edited = once.replace("| Key ", "| Clef");
  expect(edited).not.toBe(once);
  expect(withTables(edited, facts)).toBe(once);
});
