import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { atomicWrite } from "./atomic-write.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "atomic-write-"));
  file = path.join(folder, "file");
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (name: string) => (await stat(name)).mode & 0o777;

test("replaces a file, with exactly the mode that is asked for", async () => {
  await writeFile(file, "old");
  await chmod(file, 0o644);
  await atomicWrite(file, "new", { mode: 0o600 });
  expect(await readFile(file, "utf8")).toBe("new");
  expect(await modeOf(file)).toBe(0o600);
  await atomicWrite(file, "newer", { mode: 0o777 });
  expect(await modeOf(file)).toBe(0o777);
});

test("a new file has the mode that any new file has", async () => {
  await writeFile(path.join(folder, "other"), "");
  await atomicWrite(file, "", { exclusive: true });
  expect(await modeOf(file)).toBe(await modeOf(path.join(folder, "other")));
});

test("exclusive refuses a file that is there", async () => {
  await writeFile(file, "old");
  await expect(atomicWrite(file, "new", { exclusive: true })).rejects.toMatchObject({ code: "EEXIST" });
  expect(await readFile(file, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["file"]);
});

test("a failure at the last step leaves everything as it was", async () => {
  await mkdir(file);
  await writeFile(path.join(file, "inside"), "old");
  await expect(atomicWrite(file, "new", {})).rejects.toThrow();
  expect(await readFile(path.join(file, "inside"), "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["file"]);
});
