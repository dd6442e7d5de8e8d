/** The model wants its text to be run by somebody else: git, a shell, a build server. A diff alone would not say so. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { loadTools, type Preview } from "@framework/shared";
import { beforeAll, expect, test } from "vitest";
import { put, scratch } from "./support.js";

let folder: string;
beforeAll(() => {
  folder = scratch("workspace");
  mkdirSync(path.join(folder, ".git"));
});

async function previewOf(name: string): Promise<Preview> {
  const tools = await loadTools(["file_edit"]);
  const tool = tools.find((one) => one.name === "create_file");
  const preview = await tool?.preview?.({ path: name, content: "x\n" }, { workspace: folder, env: {} });
  if (typeof preview !== "object") throw new Error("no preview");
  return preview;
}

test.each([
  [".git/hooks/pre-commit", "git runs this file by itself"],
  [".git/config", "git's own"],
  ["sub/.GIT/HOOKS/x", "git runs this file"],
  [".bashrc", "a shell runs this file"],
  [".config/fish/config.fish", "a shell runs this file"],
  [".fw/formatters.json", "configures this program itself"],
  [".github/workflows/ci.yml", "a build server runs this"],
  [".gitlab-ci.yml", "a build server runs this"],
  [".vscode/tasks.json", "an editor obeys this"],
  [".envrc", "when somebody enters the folder"],
  ["package.json", "its scripts are run"],
  ["Makefile", "the next build"],
])("%s", async (name, words) => {
  const { warnings, isDiff } = await previewOf(name);
  expect(warnings?.join()).toContain(words);
  expect(isDiff).toBe(true);
});

test("a program, and an ordinary file", async () => {
  expect((await previewOf("notes.md")).warnings).toEqual([]);
  const file = put(folder, "run.sh", "#!/bin/sh\n");
  const { chmodSync } = await import("node:fs");
  chmodSync(file, 0o755);
  const tool = (await loadTools(["file_edit"])).find(({ name }) => name === "replace_text");
  const args = { path: "run.sh", old_text: "#!/bin/sh", new_text: "#!/bin/bash" };
  expect(await tool?.preview?.(args, { workspace: folder, env: {} })).toMatchObject({
    warnings: [expect.stringContaining("is a program")],
  });
});
