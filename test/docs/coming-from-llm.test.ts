/** What docs/coming-from-llm.md promises in its last column runs. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RecordedRequest, Reply } from "@framework/backends";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPage } from "./blocks.js";
import { runCommands } from "./run-commands.js";
import { createWorld, type World } from "./world.js";

const PAGE = "docs/coming-from-llm.md";
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The cells of the table's rows; a pipe in a command is written with a backslash. */
const rows = readPage(PAGE)
  .split("\n")
  .filter((line) => line.startsWith("| ") && /\bfw (?:chat|models|log|alias)\b/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")));
const commands = rows.map((cells) => /^`(.*)`$/.exec(cells.at(-2) ?? "")?.[1] ?? "");

function reply({ body }: RecordedRequest): Reply {
  const text = JSON.stringify(body);
  if (text.includes("Write a program")) return { text: "Here:\n\n```py\nprint(1)\n```\n" };
  if (text.includes("Who is it?")) return { text: '{"name": "Ada"}' };
  return { text: "It is so." };
}

let world: World;
beforeAll(async () => {
  world = await createWorld(PAGE, reply);
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(path.dirname(path.join(world.folder, name)), { recursive: true });
    writeFileSync(path.join(world.folder, name), content);
  };
  write("shot.png", Buffer.from(PNG, "base64"));
  write("person.json", '{"type": "object", "required": ["name"]}');
  write("home/.config/fw/roles/review.md", "You review changes.\n");
});
afterAll(() => world.close());

it("twenty tasks, each with a command", () => {
  expect(commands).toHaveLength(20);
  expect(commands.filter((command) => !command.includes("fw "))).toEqual([]);
});

it("all of them run, one after the other", async () => {
  const env = { ...world.env, FW_PROVIDER: "selfhost", SELFHOST_MODEL: "qwen3-32b" };
  const { status, shown } = await runCommands(commands, { ...world, env });
  expect(status, `${commands.join("\n")}\n--- the terminal shows ---\n${shown.slice(-3000)}`).toBe(0);
  const written = (name: string) => readFileSync(path.join(world.folder, name), "utf8");
  expect(written("hello.py")).toBe("print(1)\n");
  expect(written("ada.json")).toBe('{"name": "Ada"}\n');
  expect(written("sky.html")).toContain("It is so.");
}, 120_000);
