import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileEdit } from "./file-edit.js";

let base: string;
let workspace: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "file-edit-")));
  workspace = path.join(base, "work");
  await mkdir(path.join(workspace, "src"), { recursive: true });
  await writeFile(path.join(base, "secret.txt"), "outside\n");
});
afterEach(() => rm(base, { recursive: true }));

const at = (name: string) => path.join(workspace, name);
const content = (name: string) => readFile(at(name), "utf8");

function toolOf(name: string) {
  const tool = fileEdit.tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(name);
  return tool;
}
const call = (name: string, args: Record<string, unknown>) => toolOf(name).run(args, { workspace, env: {} });
const read = (args: Record<string, unknown>) => call("read_file", args);
const create = (args: Record<string, unknown>) => call("create_file", args);
const replace = (args: Record<string, unknown>) => call("replace_text", args);

const lines = (name: string) =>
  Array.from({ length: 30_000 }, (_, index) => `${name}${(index * 7919) % 30_011}`).join("\n");

const refusal = (reason: string) => ({ ok: false, content: expect.stringContaining(reason) });

describe("read_file", () => {
  test("gives the whole text, without marks and in one kind of line end", async () => {
    await writeFile(at("a.txt"), "\uFEFFone\r\ntwo\r\n");
    await expect(read({ path: "a.txt" })).resolves.toEqual({ ok: true, content: "one\ntwo\n" });
    await writeFile(at("empty"), "");
    await expect(read({ path: "./src/../empty" })).resolves.toEqual({ ok: true, content: "" });
  });

  test.each([
    [{ start_line: 2, end_line: 3 }, "two\nthree\n[lines 2-3 of 4]"],
    [{ start_line: 4 }, "four\n[lines 4-4 of 4]"],
    [{ end_line: 1 }, "one\n[lines 1-1 of 4]"],
    [{ end_line: 99 }, "one\ntwo\nthree\nfour\n"],
  ])("gives the lines %j", async (range, text) => {
    await writeFile(at("a.txt"), "one\ntwo\nthree\nfour\n");
    await expect(read({ path: "a.txt", ...range })).resolves.toEqual({ ok: true, content: text });
  });

  test("a long file comes in parts that can be asked for one after the other", async () => {
    const all = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}`);
    await writeFile(at("long.txt"), all.join("\n"));
    let next = 1;
    let text = "";
    for (;;) {
      const part = (await read({ path: "long.txt", start_line: next })).content;
      expect(part.length).toBeLessThan(66_000);
      text += `${part.slice(0, part.lastIndexOf("\n["))}\n`;
      const more = /go on with start_line (\d+)\]$/.exec(part)?.[1];
      if (more === undefined) break;
      next = Number(more);
    }
    expect(text).toBe(`${all.join("\n")}\n`);
  });

  test("refuses what is not there, no file, or no text", async () => {
    await writeFile(at("binary"), Buffer.from([0, 1, 2]));
    await writeFile(at("latin1"), Buffer.from([0x66, 0xfc, 0x72]));
    await writeFile(at("short"), "one line");
    await writeFile(at("wide"), "x".repeat(200_000));
    await expect(read({ path: "none" })).resolves.toEqual(refusal('"none" cannot be read: no such file.'));
    await expect(read({ path: "src" })).resolves.toEqual(refusal('"src" is not a file.'));
    await expect(read({ path: "binary" })).resolves.toEqual(refusal("is a binary file"));
    await expect(read({ path: "latin1" })).resolves.toEqual(refusal("is not UTF-8 text"));
    await expect(read({ path: "short/x" })).resolves.toEqual(refusal("a part of its path is no folder"));
    await expect(read({ path: "short", start_line: 2 })).resolves.toEqual(
      refusal("has no such lines; it has 1"),
    );
    await expect(read({ path: 5 })).resolves.toEqual(refusal('"path" must be a string.'));
    expect((await read({ path: "wide" })).content).toMatch(
      /^x{65536}\n\[line 1 of 1, cut: it is very long\]$/,
    );
  });
});

describe("create_file", () => {
  test("writes the file with its folders and shows it as a diff", async () => {
    await expect(create({ path: "new/deep/a.txt", content: "one\ntwo\n" })).resolves.toEqual({
      ok: true,
      content: 'Created "new/deep/a.txt".',
      display: "--- /dev/null\n+++ b/new/deep/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n",
    });
    expect(await content("new/deep/a.txt")).toBe("one\ntwo\n");
    expect(await readdir(at("new/deep"))).toEqual(["a.txt"]);
  });

  test("never overwrites, not even when two create at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ path: "a.txt", content: `writer ${index}` })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = results.findIndex(({ ok }) => ok);
    expect(await content("a.txt")).toBe(`writer ${winner}`);
    await expect(create({ path: "a.txt", content: "again" })).resolves.toEqual(
      refusal("exists already. Use replace_text"),
    );
    expect((await readdir(workspace)).sort()).toEqual(["a.txt", "src"]);
  });

  test("has a preview that changes nothing", async () => {
    const preview = await toolOf("create_file").preview?.(
      { path: "a.txt", content: "x" },
      { workspace, env: {} },
    );
    expect(preview).toMatchObject({ text: expect.stringContaining("+x\n"), isDiff: true });
    expect(await readdir(workspace)).toEqual(["src"]);
  });
});

describe("replace_text", () => {
  test("changes the one occurrence, keeps the mode, and shows a diff", async () => {
    await writeFile(at("run.sh"), "one\ntwo\nthree\n");
    await chmod(at("run.sh"), 0o754);
    await expect(replace({ path: "run.sh", old_text: "two", new_text: "$& $1 2" })).resolves.toEqual({
      ok: true,
      content: 'Replaced 1 occurrence in "run.sh".',
      display: "--- a/run.sh\n+++ b/run.sh\n@@ -1,3 +1,3 @@\n one\n-two\n+$& $1 2\n three\n",
    });
    expect(await content("run.sh")).toBe("one\n$& $1 2\nthree\n");
    expect((await stat(at("run.sh"))).mode & 0o7777).toBe(0o754);
    expect(await readdir(workspace)).toEqual(["run.sh", "src"]);
  });

  test("refuses none, several, an empty text and no change", async () => {
    await writeFile(at("a.txt"), "x\ny\nx\n");
    const refused = [
      [{ old_text: "z", new_text: "q" }, '"old_text" does not occur in "a.txt"'],
      [{ old_text: "x", new_text: "q" }, 'occurs 2 times in "a.txt" (lines 1, 3)'],
      [{ old_text: "", new_text: "q" }, '"old_text" must not be empty'],
      [{ old_text: "y", new_text: "y" }, "nothing would change"],
    ] as const;
    for (const [args, reason] of refused) {
      await expect(replace({ path: "a.txt", ...args })).resolves.toEqual(refusal(reason));
    }
    expect(await content("a.txt")).toBe("x\ny\nx\n");
  });

  test("changes all when told", async () => {
    await writeFile(at("a.txt"), "x\ny\nx\n");
    const result = await replace({ path: "a.txt", old_text: "x", new_text: "xx", all: true });
    expect(result).toMatchObject({ ok: true, content: 'Replaced 2 occurrences in "a.txt".' });
    expect(await content("a.txt")).toBe("xx\ny\nxx\n");
  });

  test("keeps the file's line ends and mark, however the model writes them", async () => {
    await writeFile(at("a.txt"), "\uFEFFone\r\ntwo\r\nthree\r\n");
    await replace({ path: "a.txt", old_text: "one\ntwo", new_text: "1\r\n2\n2b" });
    expect(await content("a.txt")).toBe("\uFEFF1\r\n2\r\n2b\r\nthree\r\n");
  });

  test("leaves mixed line ends as they are", async () => {
    await writeFile(at("a.txt"), "one\r\ntwo\nthree\r\n");
    await replace({ path: "a.txt", old_text: "two\n", new_text: "2\n" });
    expect(await content("a.txt")).toBe("one\r\n2\nthree\r\n");
  });

  test("does not let a small text grow without measure", async () => {
    await writeFile(at("a.txt"), "x".repeat(100_000));
    const grown = { path: "a.txt", old_text: "x", new_text: "y".repeat(1000), all: true };
    await expect(replace(grown)).resolves.toEqual(refusal("would become larger than"));
  });

  test("a change too large for a small diff is still made", async () => {
    await writeFile(at("a.txt"), lines("a"));
    const result = await replace({ path: "a.txt", old_text: lines("a"), new_text: lines("b") });
    expect(result.ok).toBe(true);
    expect(result.display?.length).toBeLessThan(66_000);
    expect(await content("a.txt")).toBe(lines("b"));
  });

  test("has a preview that changes nothing", async () => {
    await writeFile(at("a.txt"), "x\n");
    const args = { path: "a.txt", old_text: "x", new_text: "y" };
    await expect(toolOf("replace_text").preview?.(args, { workspace, env: {} })).resolves.toMatchObject({
      text: expect.stringContaining("-x\n+y\n"),
      warnings: [],
    });
    expect(await content("a.txt")).toBe("x\n");
  });
});

describe("the workspace", () => {
  beforeEach(async () => {
    await symlink(path.join(base, "secret.txt"), at("link.txt"));
    await symlink(base, at("up"));
    await symlink(path.join(base, "not-there"), at("nowhere"));
    await writeFile(at("src/inside.txt"), "inside\n");
    await symlink("src", at("alias"));
    await mkdir(at(".fw"));
    await writeFile(at(".fw/gateway_auth.json"), "{}");
    await writeFile(at(".env"), "KEY=1\n");
    await symlink(".env", at("innocent.txt"));
  });

  test.each([
    ["../secret.txt", "is outside the workspace"],
    ["src/../../secret.txt", "is outside the workspace"],
    ["link.txt", "is outside the workspace"],
    ["up/secret.txt", "is outside the workspace"],
    ["up/new.txt", "is outside the workspace"],
    ["up/new/deep.txt", "is outside the workspace"],
    ["/etc/passwd", "is outside the workspace"],
    ["../work2/x", "is outside the workspace"],
    ["nowhere", "a link that leads nowhere"],
    ["nowhere/x", "a link that leads nowhere"],
    ["a\0b", "NUL character"],
    [".fw/gateway_auth.json", "may hold keys"],
    [".fw/eucloud_auth.json", "may hold keys"],
    [".env", "may hold keys"],
    [".env.local", "may hold keys"],
    ["innocent.txt", "may hold keys"],
  ])("%j is refused by every tool", async (name, reason) => {
    await expect(read({ path: name })).resolves.toEqual(refusal(reason));
    await expect(create({ path: name, content: "x" })).resolves.toEqual(refusal(reason));
    await expect(replace({ path: name, old_text: "outside", new_text: "x" })).resolves.toEqual(
      refusal(reason),
    );
    expect(await readFile(path.join(base, "secret.txt"), "utf8")).toBe("outside\n");
    expect((await readdir(base)).sort()).toEqual(["secret.txt", "work"]);
  });

  test("a link that stays inside is followed, and stays a link", async () => {
    await expect(read({ path: "alias/inside.txt" })).resolves.toEqual({ ok: true, content: "inside\n" });
    await replace({ path: "alias/inside.txt", old_text: "inside", new_text: "changed" });
    expect(await content("src/inside.txt")).toBe("changed\n");
  });

  test("names that only look like ways out are fine", async () => {
    await expect(create({ path: "..hidden", content: "x" })).resolves.toMatchObject({ ok: true });
    await expect(create({ path: ".env.example", content: "x" })).resolves.toMatchObject({ ok: true });
    await expect(read({ path: at("src/inside.txt") })).resolves.toMatchObject({ ok: true });
  });

  test("a workspace that is itself reached through a link works", async () => {
    await symlink(workspace, path.join(base, "door"));
    const result = await toolOf("read_file").run(
      { path: "src/inside.txt" },
      { workspace: path.join(base, "door"), env: {} },
    );
    expect(result).toEqual({ ok: true, content: "inside\n" });
    await rm(path.join(base, "door"));
  });

  test("an edit does not write through a hard link into another name", async () => {
    await link(path.join(base, "secret.txt"), at("hard.txt"));
    await replace({ path: "hard.txt", old_text: "outside", new_text: "changed" });
    expect(await readFile(path.join(base, "secret.txt"), "utf8")).toBe("outside\n");
  });
});
