/** Every command in the documentation runs, and every file in it is valid. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { profileChecks } from "@framework/shared";
import { parseProfile } from "@framework/shared/config";
import { parseFormattersConfig } from "@framework/shared/format";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Block, blocksOf, pages } from "./blocks.js";
import { runScript } from "./shell.js";
import { createWorld, type World } from "./world.js";

/** Commands that are not run, and why. */
const skipped: readonly (readonly [RegExp, string])[] = [
  [/^npm test\b/, "it would run this very test"],
  [/^npm run (bench|faults)\b/, "takes minutes, and has results of its own"],
  [/^npm install\b/, "the packages are not published; scripts/pack-check.mjs installs them as a user would"],
];

/** The commands of a block, one line each; what a synopsis leaves open is filled in, what it leaves out is left out. */
function commandsOf({ language, text }: Block): string[] {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  const commands = language === "console" ? lines.flatMap((line) => /^\$ (.*)/.exec(line)?.[1] ?? []) : lines;
  return commands
    .map((line) =>
      line
        .replaceAll(/ \[[^\]]*\]/g, "")
        .replaceAll(/\bDIR\b/g, ".")
        .replaceAll(/(?<=--env-file )FILE\b/g, ".env")
        .replace(/^ +/, ""),
    )
    .filter((line) => line !== "" && !skipped.some(([pattern]) => pattern.test(line)));
}

const SHELL = new Set(["sh", "console", ""]);

describe.each(pages)("%s", (page) => {
  const blocks = blocksOf(page);
  const commands = blocks.filter((block) => SHELL.has(block.language) && commandsOf(block).length > 0);
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
      const script = world.translate(commandsOf(block).join("\n"));
      const { status, shown } = await runScript(script, world);
      expect(status, `${script}\n--- the terminal shows ---\n${shown.slice(-3000)}`).toBe(0);
    },
    120_000,
  );
});
