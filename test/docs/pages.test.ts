/** What can be checked on the pages themselves: links lead somewhere, and profiles in tables are valid. */
import { existsSync } from "node:fs";
import path from "node:path";
import { profileChecks, providerNames } from "@framework/shared";
import { parseProfile } from "@framework/shared/config";
import { describe, expect, it } from "vitest";
import { pages, readPage, root } from "./blocks.js";

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/\s/g, "-");

const anchorsOn = (file: string) =>
  [...readPage(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));

describe.each([...pages, "ARCHITECTURE.md", "CONTRIBUTING.md"])("%s", (page) => {
  it("has no link that leads nowhere", () => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
      ([, target = ""]) => target,
    );
    const broken = links.filter((target) => {
      const [file = "", anchor] = target.split("#");
      const name = file === "" ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(root, name))) return true;
      return anchor !== undefined && !anchorsOn(name).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

it("every page is in the index, or in the README", () => {
  const index = `${readPage("docs/README.md")}${readPage("README.md")}`;
  const missing = pages.filter((page) => {
    const name = page.replace(/^docs\//, "");
    return page.startsWith("docs/") && name !== "README.md" && !index.includes(`${name})`);
  });
  expect(missing).toEqual([]);
});

it("the README's table has a valid profile for each provider", async () => {
  const rows = [...readPage("README.md").matchAll(/^\| \[(\w+)\]\(docs.*\| `(\{ .* \})` +\|$/gm)];
  expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(providerNames));
  for (const [, name, text = ""] of rows) {
    const profile = await parseProfile(text, "README.md", { env: {}, checks: profileChecks });
    expect(profile.provider).toBe(name);
  }
});

it("the README's comparison says what docs/faults.md measured", () => {
  const cells = (page: string, name: string) => {
    const row = readPage(page)
      .split("\n")
      .find((line) => line.startsWith(`| ${name}`));
    return (row ?? "")
      .split("|")
      .slice(2, -1)
      .map((cell) => cell.trim());
  };
  const measured = (name: string) => {
    const [, silent, wrongCalls, hangs, , untyped] = cells("docs/faults.md", name);
    return [silent, wrongCalls, hangs, untyped];
  };
  for (const name of providerNames) expect(measured(`**${name}**`)).toEqual(["0", "0", "0", "0"]);
  expect(cells("README.md", "**each of the eight providers**")).toEqual(["0", "0", "0", "0"]);
  const [create, stream] = [measured("`openai`, `create`"), measured("`openai`, `stream`")];
  expect(cells("README.md", "`openai`")).toEqual(create.map((count, index) => `${count} / ${stream[index]}`));
  for (const name of [
    "`ai` + `@ai-sdk/openai-compatible`",
    "`ai` + `@openrouter/ai-sdk-provider`",
    "`@langchain/openai`",
    "`@earendil-works/pi-ai`",
  ]) {
    expect(cells("README.md", name)).toEqual(measured(name));
  }
});
