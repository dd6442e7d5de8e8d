/** The commands and files of pages, tried in the order of the page. Used by the suites that share the pages among them. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { profileChecks } from "@framework/shared";
import { parseProfile } from "@framework/shared/config";
import { parseFormattersConfig } from "@framework/shared/format";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "./blocks.js";
import { isShell, toRun } from "./documented.js";
import { runCommands } from "./run-commands.js";
import { createWorld, type World } from "./world.js";

export function tryPages(pages: readonly string[]): void {
  describe.each(pages)("%s", tryPage);
}

function tryPage(page: string): void {
  const blocks = blocksOf(page);
  const commands = blocks.filter((block) => isShell(block) && toRun(block).length > 0);
  const settings = blocks.filter(({ language }) => ["yaml", "json"].includes(language));
  if (commands.length + settings.length === 0) return;

  let world: World;
  beforeAll(async () => {
    world = await createWorld(page);
  });
  afterAll(() => world.close());

  it.each(settings)("line $line: $language", async ({ language, text }) => {
    if (language === "json") {
      expect(JSON.parse(text)).toBeTypeOf("object");
      if (!text.includes('"formatters"')) return;
      expect(() => parseFormattersConfig(text, "formatters.json")).not.toThrow();
      await mkdir(path.join(world.folder, ".fw"), { recursive: true });
      await writeFile(path.join(world.folder, ".fw", "formatters.json"), text);
      return;
    }
    // What names no provider is an excerpt.
    if (!/^provider:/m.test(text)) return;
    const profile = await parseProfile(text, page, { env: world.env, checks: profileChecks });
    // A page's profile is the file that its commands name.
    if (profile.name !== undefined) {
      await writeFile(path.join(world.folder, `${profile.name}.yaml`), world.translate(text));
    }
  });

  it.each(commands)(
    "line $line: commands",
    async (block) => {
      const own = toRun(block);
      const { status, shown } = await runCommands(own, world);
      expect(status, `${own.join("\n")}\n--- the terminal shows ---\n${shown.slice(-3000)}`).toBe(0);
    },
    120_000,
  );
}
