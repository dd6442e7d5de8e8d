import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "../../system/find-program.js";
import { search } from "./search.js";

let folder: string;
const [tool] = search.tools;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-search-"));
  mkdirSync(path.join(folder, "src"));
  mkdirSync(path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "src", "a.ts"), "one\nneedle (here)\n");
  writeFileSync(path.join(folder, "b.bin"), Buffer.from([0, 110, 101, 255]));
  writeFileSync(path.join(folder, ".env"), "KEY=needle\n");
  writeFileSync(path.join(folder, "id_rsa"), "needle\n");
  writeFileSync(path.join(folder, "node_modules", "c.js"), "needle\n");
  writeFileSync(path.join(folder, ".gitignore"), "node_modules\n");
  symlinkSync("/etc", path.join(folder, "out"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ways = [
  { name: "our own walk", env: {} },
  { name: "ripgrep", env: { PATH: process.env["PATH"] } },
];

describe.each(ways)("search_text with $name", ({ name, env }) => {
  it("finds a text as it is, and nothing in places where secrets are or outside", async ({ skip }) => {
    if (name === "ripgrep" && !(await findProgram("rg", { env }))) skip("ripgrep is not installed");
    const run = (args: Record<string, unknown>) => tool?.run(args, { workspace: folder, env });
    expect((await run({ text: "needle (here)" }))?.content).toBe("src/a.ts:2: needle (here)");
    expect((await run({ text: "needle" }))?.content).toBe("src/a.ts:2: needle (here)");
    expect((await run({ text: "nowhere" }))?.content).toBe("Nothing was found.");
    expect((await run({ text: "root", folder: "out" }))?.ok).toBe(false);
  });
});
