/** Another process exchanges a folder of the workspace for a link, again and again, while the tools work in it. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { loadTools } from "@framework/shared";
import { expect, it } from "vitest";
import { put, scratch } from "./support.js";

const ROUNDS = 300;
const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  const [dir, kept, outside] = process.argv.slice(1);
  console.log("up");
  for (;;) {
    try {
      renameSync(dir, kept); symlinkSync(outside, dir);
      unlinkSync(dir); renameSync(kept, dir);
    } catch {}
  }`;

it("not one read, creation or change happens outside", async () => {
  const [workspace, outside] = [scratch("workspace"), scratch("outside")];
  put(workspace, "dir/file.txt", "inside\n");
  put(outside, "file.txt", "SECRET inside\n");
  const dir = path.join(workspace, "dir");
  const swapper = spawn(process.execPath, ["-e", SWAPPER, dir, path.join(workspace, "kept"), outside]);
  await new Promise((resolve) => swapper.stdout.once("data", resolve));
  const tools = new Map((await loadTools(["file_edit"])).map((tool) => [tool.name, tool]));
  const call = async (name: string, args: Record<string, unknown>) =>
    (await tools.get(name)?.run(args, { workspace, env: {}, approved: true }))?.content ?? "";
  let hits = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const read = await call("read_file", { path: "dir/file.txt" });
      expect(read).not.toContain("SECRET");
      if (read.startsWith("inside")) hits += 1;
      const created = await call("create_file", { path: `dir/new-${round}.txt`, content: "x" });
      if (created.startsWith("Created")) hits += 1;
      await call("replace_text", {
        path: "dir/file.txt",
        old_text: "inside",
        new_text: "inside" + " ".repeat(round % 2),
      });
    }
  } finally {
    swapper.kill("SIGKILL");
  }
  expect(readdirSync(outside)).toEqual(["file.txt"]);
  expect(readFileSync(path.join(outside, "file.txt"), "utf8")).toBe("SECRET inside\n");
  // The tools did work now and then: the folder was there.
  expect(hits).toBeGreaterThan(0);
});
