/** Every `--help` teaches by example, and the examples run: here those that stand on no page. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/called.js";
import { run } from "../support/command.js";
import { onNoPage } from "./documented.js";
import { runCommands } from "./run-commands.js";
import { commands as installed, createWorld, type World } from "./world.js";

const commands = [
  ...[
    "",
    "chat",
    "start",
    "init",
    "models",
    "format",
    "diagram",
    "log",
    "role",
    "alias",
    "profile",
    "doctor",
    "explain",
    "auth",
    "backends",
    "completion",
  ].map((name) => `fw ${name}`.trim()),
  "framework-doctor",
  "framework-scaffold",
  "framework-scaffold explain provider",
  ...installed.filter((name) => name.endsWith("-auth")),
];

/** Examples for another shell than the one the tests have, and for programs and servers that they have not. */
const skipped = /completion (zsh|fish)|aider|redis:/;

let world: World;
beforeAll(async () => {
  world = await createWorld("packages/cli/src/commands/fw-program.ts");
  const profile = "provider: selfhost\nmodel: qwen3-32b\n";
  for (const name of ["review.yaml", "work.yaml"]) await writeFile(path.join(world.folder, name), profile);
  // The conversation that the examples of "fw log" speak of.
  const question = ["chat", "--profile", "review.yaml", "Why is the sky blue?"];
  const { status } = await run("fw", question, { cwd: world.folder, env: world.env });
  expect(status).toBe(0);
});
afterAll(() => world.close());

describe.each(commands)("%s --help", (command) => {
  it("has examples that run", async () => {
    const [program = "", ...words] = command.split(" ");
    const { stdout, status } = await call(program, [...words, "--help"]);
    expect(status).toBe(0);
    const [, block = ""] = /^Examples:\n((?: {2}.*\n?)+)/m.exec(stdout) ?? [];
    const examples = block
      .split("\n")
      .map((line) => line.trim().replace(/ {2,}\(.*\)$/, ""))
      .filter((line) => line !== "" && !skipped.test(line));
    expect(block).not.toBe("");
    const own = onNoPage(examples);
    const env = { ...world.env, FW_PROVIDER: "selfhost", SELFHOST_MODEL: "qwen3-32b" };
    const { status: result, shown } = await runCommands(own, { ...world, env });
    expect(result, `${own.join("\n")}\n--- the terminal shows ---\n${shown.slice(-3000)}`).toBe(0);
  }, 120_000);
});
